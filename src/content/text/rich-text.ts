import sanitizeHtml from 'sanitize-html';
import { withScheme } from '../links.ts';
import { linkMedia, MEDIA_TAGS, type MediaOptions, mediaTransformer } from './embedded-media.ts';
import { limitTags } from './plain-text.ts';
import { reportRemovedMarkup } from './removed-markup.ts';
import { makeTablesScrollable } from './scrolling-tables.ts';
import { prefixAnchors } from './text-anchors.ts';

export type RichTextOptions = MediaOptions & {
  /** The site's address for an asset's URL; undefined if it must not be shown. */
  assetHref: (url: string) => string | undefined;
  /** Label of a table that scrolls. */
  tableLabel: string;
  /** Text instead of a picture without `alt` that cannot be shown. */
  pictureText: string;
};

const TAGS = [
  'p h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd hr',
  'table caption thead tbody tfoot tr th td',
  'a strong b em i u s del ins sub sup mark small cite q code abbr br',
  'figure figcaption img div span footer',
]
  .join(' ')
  .split(' ');

const ATTRIBUTES: sanitizeHtml.IOptions['allowedAttributes'] = {
  a: ['href', 'title', 'rel', 'lang'],
  ...Object.fromEntries(MEDIA_TAGS.map((tag) => [tag, ['src', 'title']])),
  img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  ol: ['start', 'reversed'],
  abbr: ['title'],
  '*': ['id', 'lang', 'dir'],
};

const HEADING = /<h([1-6])\b/giu;
const TOP = 2;
const DEEPEST = 6;

/** Deeper tags are removed; their text stays. */
const MAX_NESTING = 40;

/** Tags whose removal is reported: they have a function or hidden text. */
const FUNCTIONAL = new Set(
  'script style svg math canvas form input button select textarea option template noscript'.split(' '),
);

/**
 * Cleans HTML of editors by an allow-list of tags and attributes. Links get `rel`, pictures are served by the site, headings begin at
 * level 2 without gaps (`headingsFrom` moves them), films, sounds and frames become links.
 */
export function cleanHtml(html: string, options: RichTextOptions): string {
  const whole = html.includes('<') ? html : paragraphs(html);
  const source = limitTags(whole);
  if (source !== whole) reportRemovedMarkup('the end of a text with too many tags');
  const media = mediaTransformer(options);
  const clean = sanitizeHtml(source, {
    allowedTags: [...TAGS, ...MEDIA_TAGS],
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: MAX_NESTING,
    onOpenTag: (tag) => FUNCTIONAL.has(tag) && reportRemovedMarkup(`<${tag}>`),
    transformTags: {
      ...headings(source),
      ...Object.fromEntries([...MEDIA_TAGS, 'iframe'].map((tag) => [tag, media])),
      a: link(options),
      img: picture(options),
      strike: 's',
    },
  });
  const shown = prefixAnchors(linkMedia(clean.replaceAll('<span></span>', '')));
  return makeTablesScrollable(shown, options.tableLabel).trim();
}

/** Turns the lines of plain text into paragraphs. */
const paragraphs = (text: string): string =>
  text
    .split(/\r?\n/u)
    .filter((line) => line.trim())
    .map((line) => `<p>${line}</p>`)
    .join('');

function headings(html: string): Record<string, string> {
  const levels = new Set([...html.matchAll(HEADING)].map((match) => Number(match[1])));
  const inOrder = [...levels].sort((a, b) => a - b);
  return Object.fromEntries(
    inOrder.map((level, index) => [`h${level}`, `h${Math.min(index + TOP, DEEPEST)}`]),
  );
}

/** Moves the headings of cleaned HTML so that the highest has level `top` (2 to 6). */
export const headingsFrom = (html: string, top: number): string =>
  html.replace(
    /<(\/?)h([2-6])(?=[ >])/gu,
    (_tag, slash: string, level: string) => `<${slash}h${Math.min(Number(level) - TOP + top, DEEPEST)}`,
  );

const link =
  ({ linkHref }: RichTextOptions): sanitizeHtml.Transformer =>
  (tagName, { href, id, name = '', ...attribs }) => {
    const address = href && linkHref(withScheme(href.trim()));
    const anchor = id || name;
    if (href && !isLinkable(address)) reportRemovedMarkup(`link ${href}`);
    return {
      tagName,
      attribs: {
        ...attribs,
        ...(anchor && { id: anchor }),
        ...(address && { href: address }),
        rel: 'noopener noreferrer',
      },
    };
  };

/** Whether the address has no scheme or an allowed one. */
const isLinkable = (address: string | undefined): boolean =>
  address !== undefined && /^(?:https?:|mailto:|tel:|[^:]*(?:[/?#]|$))/iu.test(address);

const picture =
  ({ assetHref, pictureText }: RichTextOptions): sanitizeHtml.Transformer =>
  (tagName, { src = '', alt = '', width, height, id }) => {
    const href = assetHref(withScheme(src.trim()));
    if (href) {
      const size: Record<string, string> = isPixels(width) && isPixels(height) ? { width, height } : {};
      return {
        tagName,
        attribs: { src: href, alt, ...size, ...(id && { id }), loading: 'lazy', decoding: 'async' },
      };
    }
    reportRemovedMarkup(`<img> ${src}`);
    const isData = /^\s*data:/iu.test(src);
    return { tagName: 'span', attribs: {}, text: alt || (isData ? pictureText : '') };
  };

const isPixels = (value: string | undefined): value is string => /^[1-9]\d{0,4}$/u.test(value ?? '');
