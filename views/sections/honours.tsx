import { Picture } from '../components/picture.tsx';
import { CardTitle, Day } from '../components/text.tsx';
import type { SectionProps } from './section.model.ts';

export const Honours = ({ content, level, texts }: SectionProps<'honours'>) => (
  <ul className="honours">
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
