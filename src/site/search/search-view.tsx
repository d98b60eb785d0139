import { type ArticleCard, ArticleList } from '../../../views/components/article-list.tsx';
import { type Link, LinkList, Pagination, type PaginationModel } from '../../../views/components/links.tsx';
import { Phrases } from '../../../views/components/text.tsx';
import type { SiteAssets } from '../../../views/document.model.ts';
import { DeferredStyle } from '../../../views/layout/head.tsx';
import { PageHead, SearchForm } from '../../../views/layout/header.tsx';
import type { Texts } from '../../i18n/set-up.ts';

export type SearchBody = {
  kind: 'search';
  keyword: string;
  message?: string;
  /** Describes what is missing from the results, with a link to retry. */
  note?: { text: string; retry?: Link };
  found?: boolean;
  /** Pages of the site, before the articles. */
  pages: readonly ArticleCard[];
  list: readonly ArticleCard[];
  pagination?: PaginationModel;
  suggestions: Link[];
};

type Props = { body: SearchBody; breadcrumbs: Link[]; action: string; texts: Texts; assets: SiteAssets };

export function SearchPage({ body, breadcrumbs, action, texts, assets }: Props) {
  return (
    <>
      <PageHead title={texts.searchResults} breadcrumbs={breadcrumbs} texts={texts}>
        <SearchForm
          action={action}
          texts={texts}
          id="_keyword-again"
          keyword={body.keyword}
          label={texts.searchResults}
          swap={{ 'hx-get': action, ...RESULTS_SWAP }}
        />
      </PageHead>
      <DeferredStyle assets={assets} />
      <SearchResults body={body} texts={texts} />
    </>
  );
}

/** htmx attributes that replace the results. A newer request replaces a running one. */
const RESULTS_SWAP: Record<`hx-${string}`, string> = {
  'hx-target': '#_results',
  'hx-swap': 'outerHTML',
  'hx-indicator': '#_main',
  'hx-sync': '#_main:replace',
};
const INHERITED_SWAP = Object.entries({ 'hx-boost': 'true', ...RESULTS_SWAP });

export function SearchResults({ body, texts }: Pick<Props, 'body' | 'texts'>) {
  const { message, note, found, pages, list, pagination, suggestions } = body;
  return (
    <div className="wrap" id="_results">
      {message && (
        <p className="search-message" role="status">
          {message}
        </p>
      )}
      {note && (
        <p className="search-note" role={message ? undefined : 'status'}>
          {note.text} {note.retry && <a href={note.retry.href}>{note.retry.text}</a>}
        </p>
      )}
      <Group heading={texts.searchPagesHeading} list={pages} />
      <Group heading={texts.searchArticlesHeading} list={list} />
      {!found && suggestions.length > 0 && (
        <>
          <p className="search-instead">{texts.searchInstead}</p>
          <LinkList links={suggestions} className="suggestions" />
        </>
      )}
      <div {...Object.fromEntries(INHERITED_SWAP.map(([name, value]) => [`${name}:inherited`, value]))}>
        <Pagination pagination={pagination} />
      </div>
    </div>
  );
}

const Group = ({ heading, list }: { heading: string; list: readonly ArticleCard[] }) =>
  list.length > 0 && (
    <section className="search-group">
      <h2 className="part-heading">
        <Phrases text={heading} />
      </h2>
      <ArticleList list={list} level={3} isRevealed />
    </section>
  );
