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
  const { head, layout } = page;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {/* Browsers with two engines, such as 360 and QQ, could choose Internet Explorer. */}
      <meta name="renderer" content="webkit" />
      {/* Phones would link filing and reference numbers. Contact details have links; editors link numbers in texts. */}
      <meta name="format-detection" content="telephone=no" />
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
      {Object.entries(openGraph(page)).map(
        ([property, content]) =>
          content && <meta key={property} property={property} content={`${content}`} />,
      )}
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

function openGraph({ head, layout, language, body, pictures }: DocumentModel) {
  const hasAlternate = head.alternates.length > 0;
  return {
    'og:title': head.title,
    'og:type': head.openGraphType,
    'og:site_name': layout.siteName,
    'og:locale': languageFacts[language].openGraph,
    'og:locale:alternate': hasAlternate && languageFacts[otherLanguage(language)].openGraph,
    'og:url': head.canonical,
    'og:description': head.description,
    ...sharedImage(head.image, pictures, body.kind === 'home'),
    'article:published_time': head.published,
    'article:section': head.section,
  };
}

/** Names the image that social networks show. Omits an SVG, which has no size and which they do not show. */
function sharedImage(image: string | undefined, pictures: DocumentModel['pictures'], isHome: boolean) {
  if (!image) return {};
  const { origin, pathname } = new URL(image);
  const facts = pictures?.(pathname);
  if (!facts || isUnreadableImage(facts)) return {};
  const { href, width, height } = socialImage(pathname, facts);
  // The home page has few bytes left in the first flight of its connection.
  const size = isHome ? {} : { 'og:image:width': width, 'og:image:height': height };
  return { 'og:image': origin + href, ...size };
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
