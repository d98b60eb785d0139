import type { ReactNode } from 'react';
import { qrCodePath } from '../src/content/urls.ts';
import { languageFacts } from '../src/i18n/languages.ts';
import type { Texts } from '../src/i18n/set-up.ts';
import { ImageSizeContext } from './components/picture.tsx';
import type { DocumentModel, SiteAssets, Versions } from './document.model.ts';
import { Footer } from './layout/footer.tsx';
import { HeadTags } from './layout/head.tsx';
import { Header, Menu } from './layout/header.tsx';

type Props = {
  page: DocumentModel;
  texts: Texts;
  assets: SiteAssets;
  versions: Versions;
  /** Print-outs show the page's URL. */
  isPrinted: boolean;
  children: ReactNode;
};

/** A whole page. Layout ids start with `_`, which slugs never do. */
export function Document({ page, texts, assets, versions, isPrinted, children }: Props) {
  return (
    <html lang={languageFacts[page.language].tag}>
      <HeadTags page={page} texts={texts} assets={assets} versions={versions} />
      <body>
        <ImageSizeContext value={page.pictures ?? (() => undefined)}>
          <a className="skip" href="#_main">
            {texts.skipToContent}
          </a>
          <Header page={page} texts={texts} />
          <main id="_main" tabIndex={-1}>
            {children}
          </main>
          {isPrinted && page.head.canonical && <PrintedUrl url={page.head.canonical} />}
          <Menu layout={page.layout} texts={texts} />
          <Footer page={page} texts={texts} assets={assets} />
        </ImageSizeContext>
        <Notice texts={texts} />
        <SiteScript page={page} assets={assets} />
      </body>
    </html>
  );
}

/** Live region in which the hourly check offers a refresh. */
const Notice = ({ texts }: Pick<Props, 'texts'>) => (
  <div className="notices" id="_notices" role="status">
    <template>
      <p>
        {`${texts.newVersion} `}
        {/* biome-ignore lint/a11y/useValidAnchor: an empty URL is that of the page, with its query */}
        <a href="">{texts.refresh}</a> <button type="button">{texts.dismiss}</button>
      </p>
    </template>
  </div>
);

/** Placed last with low priority, so that the script does not delay the first view. */
const SiteScript = ({ page: { head }, assets }: Pick<Props, 'page' | 'assets'>) => (
  <script
    type="module"
    fetchPriority="low"
    src={assets['js/site.js']}
    data-then={head.script && assets[`js/${head.script}.js`]}
  />
);

/** Hidden without styles, so that browsers load the QR code only if the print style shows it. */
function PrintedUrl({ url }: { url: string }) {
  const { pathname, search } = new URL(url);
  const code = search ? undefined : qrCodePath(pathname);
  return (
    <div className="print-address wrap" hidden>
      {code && <img src={code} alt="" width="96" height="96" loading="lazy" />}
      <p>{url}</p>
    </div>
  );
}
