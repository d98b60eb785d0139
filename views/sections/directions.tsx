import { below, Heading, type Level } from '../components/heading.tsx';
import { Picture } from '../components/picture.tsx';
import { Prose } from '../components/prose.tsx';
import type { DirectionsContent } from './directions.model.ts';

type Props = { list: DirectionsContent['list']; level: Level };

export const Directions = ({ list, level }: Props) => (
  <ul className="directions">
    {list.map(({ id, title, html, text, picUrl }) => (
      <li key={id}>
        <Picture src={picUrl} shown="half" />
        <div className="directions-words">
          <Heading level={level} className="card-title">
            {title}
          </Heading>
          <Prose html={html} top={below(level)} />
          {!html && text && <p className="card-summary">{text}</p>}
        </div>
      </li>
    ))}
  </ul>
);
