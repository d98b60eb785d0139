import type { Marked as Parts } from '../../src/content/search/marks.ts';
import { hasPicture, Picture } from './picture.tsx';
import { CardTitle, Day, type DayModel, type Level, Marked } from './text.tsx';

export type ArticleCard = {
  href: string;
  title: Parts;
  summary?: Parts;
  picUrl?: string;
  day?: DayModel;
  column?: string;
};

type ListProps = { list: readonly ArticleCard[]; level: Level; isRevealed?: boolean };

export function ArticleList({ list, level, isRevealed }: ListProps) {
  const isPictured = hasPicture(list);
  return (
    <ul
      className={isPictured ? 'article-list article-list-pictured' : 'article-list'}
      data-reveal={isRevealed ? 'items' : undefined}
    >
      {list.map((card) => (
        <li key={card.href}>
          <ArticleItem card={card} level={level} isPictured={isPictured} />
        </li>
      ))}
    </ul>
  );
}

type ItemProps = {
  card: ArticleCard;
  level: Level;
  /** Image width: as a list item, or as the first of the news. */
  display?: 'item' | 'news';
  isPictured?: boolean;
};

/** The whole card can be clicked, but only its title is a link: screen readers list links by their text. */
export function ArticleItem({ card, level, display = 'item', isPictured }: ItemProps) {
  return (
    <article className="card-article">
      <Picture src={card.picUrl} display={display} isFramed={isPictured} />
      <div className="card-article-words">
        <CardTitle level={level} href={card.href}>
          <Marked parts={card.title} isTitle />
        </CardTitle>
        {card.summary && (
          <p className="card-summary lines">
            <Marked parts={card.summary} />
          </p>
        )}
        {(card.column || card.day) && (
          <p className="card-meta">
            {card.column && <span>{card.column}</span>} <Day day={card.day} />
          </p>
        )}
      </div>
    </article>
  );
}
