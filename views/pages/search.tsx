import type { Texts } from '../../src/i18n/set-up.ts';
import type { Link } from '../components/links.tsx';
import type { SiteAssets } from '../document.model.ts';
import { SearchForm } from '../layout/search-form.tsx';
import { LateStyle } from '../layout/style.tsx';
import type { SearchBody } from './body.model.ts';
import { PageHead } from './page-head.tsx';
import { RESULTS_SWAP, SearchResults } from './search-results.tsx';

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
          swap={{ 'hx-get': action, 'hx-sync': 'this:replace', ...RESULTS_SWAP }}
        />
      </PageHead>
      <LateStyle assets={assets} />
      <SearchResults body={body} texts={texts} />
    </>
  );
}
