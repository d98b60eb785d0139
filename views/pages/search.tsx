import type { Texts } from '../../src/i18n/set-up.ts';
import type { Link } from '../components/links.tsx';
import { SearchForm } from '../layout/search-form.tsx';
import type { SearchBody } from './body.model.ts';
import { PageHead } from './page-head.tsx';
import { RESULTS_SWAP, SearchResults } from './search-results.tsx';

type Props = { body: SearchBody; breadcrumbs: Link[]; action: string; texts: Texts };

export function SearchPage({ body, breadcrumbs, action, texts }: Props) {
  return (
    <>
      <PageHead title={texts.searchResults} breadcrumbs={breadcrumbs} texts={texts}>
        <SearchForm
          action={action}
          texts={texts}
          id="_keyword-again"
          keyword={body.keyword}
          label={texts.searchResults}
          swap={{ 'hx-get': action, 'hx-sync': 'this:replace', ...RESULTS_SWAP }}
        />
      </PageHead>
      <SearchResults body={body} texts={texts} />
    </>
  );
}
