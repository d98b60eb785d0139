import { qrAddress } from '../src/content/addresses.ts';
import { languageFacts } from '../src/i18n/languages.ts';
import type { Texts } from '../src/i18n/set-up.ts';
import { KnownPictures } from './components/picture.tsx';
import type { Page, Body as PageBody, SiteAssets, Stamp } from './document.model.ts';
import { Footer } from './layout/footer.tsx';
import { HeadTags } from './layout/head.tsx';
import { Header } from './layout/header.tsx';
import { Menu } from './layout/menu.tsx';
import { ArticlePage } from './pages/article.tsx';
import { ErrorPage } from './pages/error.tsx';
import { HomePage } from './pages/home.tsx';
import { MenuPage } from './pages/menu-item.tsx';
import { SearchPage } from './pages/search.tsx';

type Props = { page: Page; texts: Texts; assets: SiteAssets; stamp: Stamp };

/** A whole page. Ids of the layout begin with `_`, which slugs never do. */
export function Document({ page, texts, assets, stamp }: Props) {
  return (
    <html lang={languageFacts[page.language].tag}>
      <HeadTags page={page} texts={texts} assets={assets} stamp={stamp} />
      <body>
        <KnownPictures value={page.pictures ?? (() => undefined)}>
          <a className="skip" href="#_main">
            {texts.skipToContent}
          </a>
          <Header page={page} texts={texts} />
          <main id="_main" tabIndex={-1}>
            <Body page={page} texts={texts} assets={assets} />
          </main>
          {isPrinted(page.body) && page.head.canonical && <PrintAddress address={page.head.canonical} />}
          <Menu layout={page.layout} texts={texts} />
          <Footer page={page} texts={texts} assets={assets} />
        </KnownPictures>
        <Notice texts={texts} />
        <SiteScript page={page} assets={assets} />
      </body>
    </html>
  );
}

/** Articles and reports get an address for print-outs. */
const isPrinted = (body: PageBody): boolean =>
  body.kind === 'article' ||
  (body.kind === 'page' && body.sections.some(({ content }) => content.kind === 'reports'));

/** Live region in which the hourly check offers a refresh. */
const Notice = ({ texts }: Pick<Props, 'texts'>) => (
  <div className="notices" id="_notices" role="status">
    <template>
      <p>
        {`${texts.newVersion} `}
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page, with its query */}
        <a href="">{texts.refresh}</a> <button type="button">{texts.dismiss}</button>
      </p>
    </template>
  </div>
);

/** Last and with low priority, so that it does not delay the first view. */
const SiteScript = ({ page: { head }, assets }: Pick<Props, 'page' | 'assets'>) => (
  <script
    type="module"
    fetchPriority="low"
    src={assets['js/site.js']}
    data-then={head.script && assets[`js/${head.script}.js`]}
  />
);

function Body({ page, texts, assets }: Omit<Props, 'stamp'>) {
  const { body, breadcrumbs, layout } = page;
  switch (body.kind) {
    case 'home':
      return <HomePage body={body} texts={texts} assets={assets} />;
    case 'page':
      return <MenuPage body={body} breadcrumbs={breadcrumbs} texts={texts} assets={assets} />;
    case 'article':
      return <ArticlePage body={body} breadcrumbs={breadcrumbs} texts={texts} assets={assets} />;
    case 'search':
      return (
        <SearchPage
          body={body}
          breadcrumbs={breadcrumbs}
          action={layout.searchAction}
          texts={texts}
          assets={assets}
        />
      );
    case 'error':
      return <ErrorPage body={body} assets={assets} />;
  }
}

/**
 * The page's address and its QR code for print-outs. `hidden` applies without styles; the print style shows it, and only
 * then does the browser load the picture.
 */
function PrintAddress({ address }: { address: string }) {
  const { pathname, search } = new URL(address);
  const code = search ? undefined : qrAddress(pathname);
  return (
    <div className="print-address wrap" hidden>
      {code && <img src={code} alt="" width="96" height="96" loading="lazy" />}
      <p>{address}</p>
    </div>
  );
}
