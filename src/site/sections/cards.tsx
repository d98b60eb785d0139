import { Picture } from '../../../views/components/picture.tsx';
import { CardTitle, Day, type DayModel } from '../../../views/components/text.tsx';
import type { SectionProps } from './section.ts';

export type CardsContent = { kind: 'cards'; list: Card[] };
type Card = { href: string; name: string; description?: string; picUrl?: string; day?: DayModel };

/** Shows pictures only if every card has one. */
export const Cards = ({ content: { list }, level }: SectionProps<CardsContent>) => {
  const arePictured = list.every(({ picUrl }) => picUrl);
  return (
    <ul className="list-grid cards" data-reveal="items">
      {list.map(({ href, name, description, picUrl, day }) => (
        <li className={arePictured ? undefined : 'card-plain'} key={href}>
          {arePictured && <Picture src={picUrl} shown="card" />}
          <CardTitle level={level} href={href}>
            {name}
          </CardTitle>
          {description && <p className="card-summary lines">{description}</p>}
          <Day day={day} className="card-meta" />
        </li>
      ))}
    </ul>
  );
};
