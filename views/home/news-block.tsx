import type { Texts } from '../../src/i18n/set-up.ts';
import { type ArticleCard, ArticleItem } from '../components/article-list.tsx';
import { Day } from '../components/day.tsx';
import { Marked } from '../components/marked.tsx';

const wordsOf = ({ title }: ArticleCard): string => title.map(({ text }) => text).join('');

/** The newest article large, the ones before it as headlines. */
export function NewsBlock({ list, texts }: { list: ArticleCard[]; texts: Texts }) {
  const [newest, ...others] = list;
  return (
    <div className="news">
      {newest && (
        <div>
          <ArticleItem card={newest} level={3} shown="news" />
          <a className="more" href={newest.href} aria-label={`${texts.detail}: ${wordsOf(newest)}`}>
            {texts.detail}
          </a>
        </div>
      )}
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
