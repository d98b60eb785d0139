import type { ReactNode } from 'react';
import { qrCodePath } from '../src/content/urls.ts';
import { languageFacts } from '../src/i18n/languages.ts';
import type { Texts } from '../src/i18n/set-up.ts';
import { ImageSizeContext } from './components/picture.tsx';
import type { DocumentModel, SiteAssets, Stamp } from './document.model.ts';
import { Footer } from './layout/footer.tsx';
import { HeadTags } from './layout/head.tsx';
import { Header } from './layout/header.tsx';
import { Menu } from './layout/menu.tsx';

type Props = {
  page: DocumentModel;
  texts: Texts;
  assets: SiteAssets;
  stamp: Stamp;
  /** Print-outs show the page's URL. */
  isPrinted: boolean;
  children: ReactNode;
};

/** A whole page. Layout ids start with `_`, which slugs never do. */
export function Document({ page, texts, assets, stamp, isPrinted, children }: Props) {
  return (
    <html lang={languageFacts[page.language].tag}>
      <HeadTags page={page} texts={texts} assets={assets} stamp={stamp} />
      <body>
        <ImageSizeContext value={page.pictures ?? (() => undefined)}>
          <a className="skip" href="#_main">
            {texts.skipToContent}
          </a>
          <Header page={page} texts={texts} />
          <main id="_main" tabIndex={-1}>
            {children}
          </main>
          {isPrinted && page.head.canonical && <PrintAddress address={page.head.canonical} />}
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
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page, with its query */}
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

/**
 * The page's URL and its QR code for print-outs. `hidden` applies without styles; the print style shows it, and only then does the
 * browser load the image.
 */
function PrintAddress({ address }: { address: string }) {
  const { pathname, search } = new URL(address);
  const code = search ? undefined : qrCodePath(pathname);
  return (
    <div className="print-address wrap" hidden>
      {code && <img src={code} alt="" width="96" height="96" loading="lazy" />}
      <p>{address}</p>
    </div>
  );
}
