import { Picture } from '../components/picture.tsx';
import { CardTitle, Day } from '../components/text.tsx';
import type { SectionProps } from './section.model.ts';

/** All cards of a grid look the same: they show pictures only if each has one. */
export const Cards = ({ content: { list }, level }: SectionProps<'cards'>) => {
  const arePictured = list.every(({ picUrl }) => picUrl);
  return (
    <ul className="cards">
      {list.map(({ href, name, description, picUrl, day }) => (
        <li className={arePictured ? undefined : 'card-plain'} key={href}>
          {arePictured && <Picture src={picUrl} shown="card" />}
          <CardTitle level={level} href={href}>
            {name}
          </CardTitle>
          {description && <p className="card-summary">{description}</p>}
          <Day day={day} className="card-meta" />
        </li>
      ))}
    </ul>
  );
};
