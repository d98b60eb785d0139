import sanitizeHtml from 'sanitize-html';
import { tablesThatScroll } from './scrolling-tables.ts';
import { upToLastTag } from './up-to-last-tag.ts';

export type RichTextOptions = {
  /** The site's own address for an asset's URL; undefined where the URL must not be shown. */
  assetHref: (url: string) => string | undefined;
  /** The address to show for a link's URL; undefined where it must not be named. */
  linkHref: (url: string) => string | undefined;
  /** What a table without a caption is called where it scrolls. */
  tableLabel: string;
};

const TAGS = [
  'p h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd hr',
  'table caption thead tbody tfoot tr th td',
  'a strong b em i u s sub sup mark small cite q code abbr br',
  'figure figcaption img div span footer',
]
  .join(' ')
  .split(' ');

const ATTRIBUTES: sanitizeHtml.IOptions['allowedAttributes'] = {
  a: ['href', 'title', 'rel', 'lang'],
  img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  ol: ['start', 'reversed'],
  abbr: ['title'],
  '*': ['lang', 'dir'],
};

const HEADING = /<h([1-6])\b/giu;
const TOP = 2;
const DEEPEST = 6;

/** Tags within tags that any text needs; what lies deeper loses its tags, not its words. */
const DEEPEST_NESTING = 40;

/**
 * Cleans HTML that editors wrote: an allow-list of tags and attributes without class, id, style or any attribute a
 * script could act on; links get `rel`, pictures go through the site, headings begin at level 2 and skip none: `headingsFrom` moves them.
 */
export function cleanHtml(html: string, options: RichTextOptions): string {
  const source = upToLastTag(html.includes('<') ? html : paragraphs(html));
  const clean = sanitizeHtml(source, {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: DEEPEST_NESTING,
    transformTags: { ...headings(source), a: link(options), img: picture(options) },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  });
  return tablesThatScroll(clean, options.tableLabel).trim();
}

/** Plain text with line breaks, as some editors leave it, becomes paragraphs. */
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

/** Cleaned HTML with its highest heading at a level of the page: 2 to 6. */
export const headingsFrom = (html: string, top: number): string =>
  html.replace(
    /<(\/?)h([2-6])(?=[ >])/gu,
    (_tag, slash: string, level: string) => `<${slash}h${Math.min(Number(level) - TOP + top, DEEPEST)}`,
  );

const link =
  ({ linkHref }: RichTextOptions): sanitizeHtml.Transformer =>
  (tagName, { href, ...attribs }) => {
    const address = href && linkHref(href.trim());
    return {
      tagName,
      attribs: { ...attribs, ...(address && { href: address }), rel: 'noopener noreferrer' },
    };
  };

const picture =
  ({ assetHref }: RichTextOptions): sanitizeHtml.Transformer =>
  (tagName, { src, alt = '', width, height }) => {
    const href = src ? assetHref(src.trim()) : undefined;
    const size: Record<string, string> = isPixels(width) && isPixels(height) ? { width, height } : {};
    return { tagName, attribs: { src: href ?? '', alt, ...size, loading: 'lazy', decoding: 'async' } };
  };

const isPixels = (value: string | undefined): value is string => /^[1-9]\d{0,4}$/u.test(value ?? '');
