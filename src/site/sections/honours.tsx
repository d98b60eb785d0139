import { Picture } from '../../../views/components/picture.tsx';
import { CardTitle, Day, type DayModel } from '../../../views/components/text.tsx';
import { backendSections } from './definitions.ts';
import { buildDayModel, createSection, type Entry, type SectionProps } from './section.ts';

type HonoursContent = { kind: 'honours'; list: Entry<{ issuer?: string; day?: DayModel }>[] };

const Honours = ({ content, level, texts, isPictured }: SectionProps<HonoursContent>) => (
  <ul className="list-grid honours" data-reveal="items">
    {content.list.map(({ id, title, issuer, day, picUrl }) => (
      <li key={id}>
        <Picture src={picUrl} display="portrait" isFramed={isPictured} />
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

export const honours = createSection(
  backendSections.honours,
  (list, { reader }): HonoursContent => ({
    kind: 'honours',
    list: list.map(({ awardTime, ...honour }) => ({
      ...honour,
      day: buildDayModel(awardTime, reader.language),
    })),
  }),
  Honours,
);
