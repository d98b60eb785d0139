import { CardTitle } from '../components/heading.tsx';
import { Picture } from '../components/picture.tsx';
import type { SectionProps } from './section.model.ts';

export const Cards = ({ content, level }: SectionProps<'cards'>) => (
  <ul className="cards">
    {content.list.map(({ href, name, description, picUrl }) => (
      <li className={picUrl ? undefined : 'card-plain'} key={href}>
        <Picture src={picUrl} shown="card" />
        <CardTitle level={level} href={href}>
          {name}
        </CardTitle>
        {description && <p className="card-summary">{description}</p>}
      </li>
    ))}
  </ul>
);
