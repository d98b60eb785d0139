import type { ArticleCard } from '../../src/services/page-model.ts';
import { ArticleItem } from '../components/article-list.tsx';
import { Day } from '../components/day.tsx';
import { Marked } from '../components/marked.tsx';

/** The newest article large, the ones before it as headlines. */
export function NewsBlock({ list }: { list: ArticleCard[] }) {
  const [newest, ...others] = list;
  return (
    <div className="news">
      {newest && <ArticleItem card={newest} level={3} />}
      {others.length > 0 && (
        <ul className="headlines">
          {others.map((card) => (
            <li key={card.href}>
              <Day day={card.day} className="card-meta" />
              <h3>
                <a href={card.href}>
                  <Marked parts={card.title} />
                </a>
              </h3>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
