import type { Texts } from '../../src/i18n/set-up.ts';
import { ArticleList } from '../components/article-list.tsx';
import { LinkList } from '../components/links.tsx';
import { Pagination } from '../components/pagination.tsx';
import type { SearchBody } from './body.model.ts';

type Props = { body: SearchBody; texts: Texts };

/** The attributes by which htmx replaces the results. */
export const RESULTS_SWAP: Record<`hx-${string}`, string> = {
  'hx-target': '#_results',
  'hx-swap': 'outerHTML',
  'hx-indicator': '#_main',
};

const PAGES_SWAP = Object.fromEntries(
  Object.entries({ 'hx-boost': 'true', ...RESULTS_SWAP }).map(([name, value]) => [
    `${name}:inherited`,
    value,
  ]),
);

/** The results: a part of the page, which htmx swaps. */
export function SearchResults({ body: { message, found, list, pagination, suggestions }, texts }: Props) {
  return (
    <div className="wrap" id="_results">
      {message && (
        <p className="search-message" role="status">
          {message}
        </p>
      )}
      {found === false && <p className="empty">{texts.noData}</p>}
      {found && <ArticleList list={list} level={2} />}
      {!found && suggestions.length > 0 && (
        <>
          <p className="search-instead">{texts.searchInstead}</p>
          <LinkList links={suggestions} className="suggestions" />
        </>
      )}
      <div {...PAGES_SWAP}>
        <Pagination pagination={pagination} />
      </div>
    </div>
  );
}
