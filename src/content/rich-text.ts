import sanitizeHtml from 'sanitize-html';

export type RichTextOptions = {
  /** The site's own address for an asset's URL; nothing where the URL is none that may be shown. */
  assetHref: (url: string) => string | undefined;
  /** The address to show for a link's URL; nothing where it must not be named. */
  linkHref: (url: string) => string | undefined;
  /** What a table without a caption is called where it scrolls. */
  tableLabel: string;
};

const BLOCKS = [
  'p',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'hr',
];
const TABLES = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
const INLINE = [
  'a',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'mark',
  'small',
  'cite',
  'q',
  'code',
  'abbr',
  'br',
];
const FIGURES = ['figure', 'figcaption', 'img', 'div', 'span', 'footer'];

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

/** Tags, opening and closing, of one text. */
const MAX_TAGS = 20_000;

/** Tags within tags that any text needs; what lies deeper loses its tags, not its words. */
const DEEPEST_NESTING = 40;

/**
 * Cleans HTML that editors wrote: an allow-list of tags and attributes without class, id, style or any attribute a
 * script could act on; links get `rel`, pictures go through the site, headings begin at level 2 and skip none: `headingsFrom` moves them.
 */
export function cleanHtml(html: string, options: RichTextOptions): string {
  const source = html.includes('<') ? upToLastTag(html) : paragraphs(html);
  const clean = sanitizeHtml(source, {
    allowedTags: [...BLOCKS, ...TABLES, ...INLINE, ...FIGURES],
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: DEEPEST_NESTING,
    transformTags: { ...headings(source), a: link(options), img: picture(options) },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  });
  return tablesThatScroll(clean, options.tableLabel).trim();
}

/** What no person wrote is cut off: the parser's time grows with the square of how deep tags are nested. */
function upToLastTag(html: string): string {
  let at = -1;
  for (let tags = 0; tags <= MAX_TAGS; tags += 1) {
    at = html.indexOf('<', at + 1);
    if (at === -1) return html;
  }
  return html.slice(0, at);
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

const SCOPE = / scope="[^"]*"/u;

const TABLE_BOX = '<div class="table-scroll';

/** A table up to its end, or to the table inside it. */
const TABLE = /<table.*?(?=<\/?table)/gsu;

/** Sanitised tables are well formed, so that the wrapper can be put around them as text. */
const tablesThatScroll = (html: string, label: string): string =>
  html
    // A corner without words is the heading of nothing.
    .replace(
      /<th\b([^>]*)>\s*<\/th>/gu,
      (_, attributes: string) => `<td${attributes.replace(SCOPE, '')}></td>`,
    )
    .replace(
      TABLE,
      (table) =>
        `${TABLE_BOX}${sizeClasses(table)}" role="group" tabindex="0" aria-label="${label}">${table}`,
    )
    .replaceAll('</table>', '</table></div>');

/** Rows that fit on one printed page. */
const SHORT_TABLE_ROWS = 15;

/** Classes for what a stylesheet cannot count in every browser: columns with headings, from the fourth on, and many rows. */
function sizeClasses(table: string): string {
  const rows = table.split('<tr').slice(1);
  const headed = Math.max(...rows.map(columnsWithHeadings));
  const wide = headed >= 5 ? ' table-columns-5' : headed === 4 ? ' table-columns-4' : '';
  return rows.length > SHORT_TABLE_ROWS ? `${wide} table-long` : wide;
}

/** How far to the right headings stand in a row. */
const columnsWithHeadings = (row: string): number =>
  [...row.matchAll(/<t[hd]\b/gu)].map(([cell]) => cell).lastIndexOf('<th') + 1;

/** Whether cleaned HTML holds a table. */
export const hasTables = (html: string): boolean => html.includes(TABLE_BOX);

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Tags that hide nothing: written as every editor writes them, and of no element whose text is not for reading. */
const PLAIN_TAG =
  /<\/?(?!(?:script|style|textarea|option)\b)[a-z][a-z0-9]*(?:\s+[a-z-]+(?:="[^"<>]*")?)*\s*\/?>/giu;
const NEEDS_PARSER = /[<>]|&(?!(?:amp|lt|gt|quot);)/u;

/** HTML without its tags. Plain ones are cut out, many times faster than a parser: a search does so with every article. */
function withoutTags(html: string): string {
  const text = html.replace(PLAIN_TAG, '');
  return NEEDS_PARSER.test(text) ? sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }) : text;
}

/** The words of an HTML text in one line, without tags. */
export const plainText = (html: string): string =>
  withoutTags(html.replace(/<\/(?:p|h\d|li|td|th|div|tr)>|<br\s*\/?>/giu, '$& '))
    .replace(/&(?:amp|lt|gt|quot);/gu, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/gu, ' ')
    .replace(/(?<=[，。；：！？、）》」”]) /gu, '')
    .trim();

/** Where a sentence ends: after a full-width stop, or a stop with a space behind it. */
const SENTENCE_END = /[。！？]|[.!?](?=\s)/gu;

/** The start of a text: whole sentences where they fill half of `length` characters, else cut with an ellipsis. */
export function excerpt(text: string, length = 160): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const start = characters.slice(0, length - 1).join('');
  const end = [...start.matchAll(SENTENCE_END)].at(-1)?.index ?? 0;
  return end > start.length / 2 ? start.slice(0, end + 1) : `${start.trimEnd()}…`;
}
