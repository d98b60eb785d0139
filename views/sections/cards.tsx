import { Heading, type Level } from '../components/heading.tsx';
import { Picture } from '../components/picture.tsx';
import type { CardsContent } from './cards.model.ts';

type Props = { list: CardsContent['list']; level: Level };

/** Pages below this one. */
export const Cards = ({ list, level }: Props) => (
  <ul className="cards">
    {list.map(({ href, name, description, picUrl }) => (
      <li className={picUrl ? undefined : 'card-plain'} key={href}>
        <Picture src={picUrl} shown="card" />
        <Heading level={level} className="card-title">
          <a className="card-link" href={href}>
            {name}
          </a>
        </Heading>
        {description && <p className="card-summary">{description}</p>}
      </li>
    ))}
  </ul>
);
