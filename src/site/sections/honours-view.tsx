import { Picture } from '../../../views/components/picture.tsx';
import { CardTitle, Day, type DayModel } from '../../../views/components/text.tsx';
import type { Entry, SectionProps } from './section-props.ts';

export type HonoursContent = { kind: 'honours'; list: Entry<{ issuer?: string; day?: DayModel }>[] };

export const Honours = ({ content, level, texts }: SectionProps<HonoursContent>) => (
  <ul className="list-grid honours" data-reveal="items">
    {content.list.map(({ id, title, issuer, day, picUrl }) => (
      <li key={id}>
        <Picture src={picUrl} shown="portrait" />
        <CardTitle level={level}>{title}</CardTitle>
        {(issuer || day) && (
          <p className="card-meta">
            {issuer && (
              <span>
                <span className="visually-hidden">{texts.awardedBy} </span>
                {issuer}
              </span>
            )}{' '}
            <Day day={day} />
          </p>
        )}
      </li>
    ))}
  </ul>
);
