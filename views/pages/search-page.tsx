import type { Texts } from '../../src/i18n/set-up.ts';
import type { Body, Link } from '../../src/services/page-model.ts';
import { ArticleList } from '../components/article-list.tsx';
import { Pagination } from '../components/pagination.tsx';
import { SearchForm } from '../layout/search-form.tsx';
import { PageHead } from './page-head.tsx';

type Props = { body: Extract<Body, { kind: 'search' }>; breadcrumbs: Link[]; action: string; texts: Texts };

export function SearchPage({ body, breadcrumbs, action, texts }: Props) {
  const { keyword, message, found, list, pagination, suggestions } = body;
  return (
    <>
      <PageHead title={texts.searchResults} breadcrumbs={breadcrumbs} texts={texts}>
        <SearchForm
          action={action}
          texts={texts}
          id="_keyword-again"
          keyword={keyword}
          label={texts.searchResults}
        />
      </PageHead>
      <div className="wrap" id="_results">
        {message && (
          <p className="search-message" role="status">
            {message}
          </p>
        )}
        {found === false && <p className="empty">{texts.noData}</p>}
        {found ? (
          <ArticleList list={list} level={2} />
        ) : (
          <ul className="suggestions">
            {suggestions.map(({ href, text }) => (
              <li key={href}>
                <a href={href}>{text}</a>
              </li>
            ))}
          </ul>
        )}
        <Pagination pagination={pagination} />
      </div>
    </>
  );
}
