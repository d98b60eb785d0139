import type { Texts } from '../../src/i18n/set-up.ts';
import { Day } from '../components/day.tsx';
import { Heading, type Level } from '../components/heading.tsx';
import { Picture } from '../components/picture.tsx';
import type { HonoursContent } from './honours.model.ts';

type Props = { list: HonoursContent['list']; level: Level; texts: Texts };

export const Honours = ({ list, level, texts }: Props) => (
  <ul className="honours">
    {list.map(({ id, title, issuer, day, picUrl }) => (
      <li key={id}>
        <Picture src={picUrl} shown="portrait" />
        <Heading level={level} className="card-title">
          {title}
        </Heading>
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
