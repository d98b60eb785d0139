import { isUnreadableImage, socialImage } from '../../src/content/resized-pictures.ts';
import { languageFacts, otherLanguage } from '../../src/i18n/languages.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import { Raw } from '../components/prose.tsx';
import {
  type DocumentModel,
  FIRST_VIEWS,
  GUARD_SCRIPT,
  INK,
  type SiteAssets,
  type Versions,
} from '../document.model.ts';

type Props = { page: DocumentModel; texts: Texts; assets: SiteAssets; versions: Versions };

/** Escapes `<`, the only character that could end the block. */
const toSafeJson = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** Disables inline styles (forbidden by the CSP), the timeout (uploads may take long) and htmx's own history. */
const HTMX_CONFIG = toSafeJson({ includeIndicatorCSS: false, defaultTimeout: 0, history: false });

export function HeadTags({ page, texts, assets, versions }: Props) {
  const { head, layout, language } = page;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{head.title}</title>
      {head.description && <meta name="description" content={head.description} />}
      <meta name="keywords" content={head.keywords} />
      {!head.indexed && <meta name="robots" content="noindex" />}
      {head.canonical && <link rel="canonical" href={head.canonical} />}
      {head.alternates.map(({ hreflang, href }) => (
        <link key={hreflang} rel="alternate" hrefLang={hreflang} href={href} />
      ))}
      <link rel="alternate" type="application/atom+xml" href={layout.feed} title={texts.feed} />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content={INK} />
      <link rel="icon" type="image/svg+xml" href={assets['images/favicon.svg']} />
      <link rel="apple-touch-icon" href={assets['images/icon-180.png']} />
      <link rel="manifest" href={layout.manifest} />
      <HeadStyle page={page} assets={assets} />
      <meta property="og:title" content={head.title} />
      <meta property="og:type" content={head.openGraphType} />
      <meta property="og:site_name" content={layout.siteName} />
      <meta property="og:locale" content={languageFacts[language].openGraph} />
      {head.alternates.length > 0 && (
        <meta property="og:locale:alternate" content={languageFacts[otherLanguage(language)].openGraph} />
      )}
      {head.canonical && <meta property="og:url" content={head.canonical} />}
      {head.description && <meta property="og:description" content={head.description} />}
      <SharedPicture page={page} />
      {head.published && <meta property="article:published_time" content={head.published} />}
      {head.section && <meta property="article:section" content={head.section} />}
      {versions.build && <meta name="build" content={versions.build} />}
      {versions.payload && <meta name="payload" content={versions.payload} />}
      {head.script && <meta name="htmx-config" content={HTMX_CONFIG} />}
      {head.jsonLd.map((data) => (
        <Raw
          key={toSafeJson(data).slice(0, 80)}
          as="script"
          type="application/ld+json"
          html={toSafeJson(data)}
        />
      ))}
    </head>
  );
}

/** Names the image that social networks show for the page. Omits an SVG, which has no size and which they do not show. */
function SharedPicture({ page: { head, body, pictures } }: { page: DocumentModel }) {
  if (!head.image) return null;
  const { origin, pathname } = new URL(head.image);
  const facts = pictures?.(pathname);
  if (!facts || isUnreadableImage(facts)) return null;
  const { href, width, height } = socialImage(pathname, facts);
  // The home page has few bytes left in the first flight of its connection.
  if (body.kind === 'home') return <meta property="og:image" content={origin + href} />;
  return (
    <>
      <meta property="og:image" content={origin + href} />
      <meta property="og:image:width" content={`${width}`} />
      <meta property="og:image:height" content={`${height}`} />
    </>
  );
}

const SITE_STYLE = 'css/site.css';
/** Wide windows, whose first view needs the whole style. */
const WIDE = '(min-width: 64em)';

/** The style of a phone's first view is inline; wide windows load the whole style before the first paint. */
function HeadStyle({ page, assets }: Pick<Props, 'page' | 'assets'>) {
  return (
    <>
      <style>{assets[FIRST_VIEWS[page.body.kind === 'home' ? 'home' : 'page']]}</style>
      <link rel="stylesheet" media={WIDE} href={assets[SITE_STYLE]} />
    </>
  );
}

/** Placed where a phone's first view ends, so that it is painted first. Firefox waits only because of the script. */
export function DeferredStyle({ assets }: Pick<Props, 'assets'>) {
  return (
    <>
      <link rel="stylesheet" media={`not all and ${WIDE}`} href={assets[SITE_STYLE]} />
      <script>{assets[GUARD_SCRIPT]}</script>
    </>
  );
}
