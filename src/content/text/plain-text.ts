import sanitizeHtml from 'sanitize-html';

/** Maximum number of tags, opening and closing, in one text. */
const MAX_TAGS = 20_000;

/** Cuts off a text with too many tags: the parser's time grows with the square of their depth. */
export function limitTags(html: string): string {
  let at = -1;
  for (let tags = 0; tags <= MAX_TAGS; tags += 1) {
    at = html.indexOf('<', at + 1);
    if (at === -1) return html;
  }
  return html.slice(0, at);
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Tags that hide nothing: written as every editor writes them, and of no element whose text is not for reading. */
const PLAIN_TAG =
  /<\/?(?!(?:script|style|textarea|option)\b)[a-z][a-z0-9]*(?:\s+[a-z-]+(?:="[^"<>]*")?)*\s*\/?>/giu;
const NEEDS_PARSER = /[<>]|&(?!(?:amp|lt|gt|quot);)/u;

/** HTML without its tags. Plain ones are cut out, many times faster than a parser: a search does so with every article. */
function withoutTags(html: string): string {
  const text = html.replace(PLAIN_TAG, '');
  if (!NEEDS_PARSER.test(text)) return text;
  return sanitizeHtml(limitTags(html), { allowedTags: [], allowedAttributes: {} });
}

/** Text that an editor has struck out. */
const DELETED = /<(del|s)>[^<]*<\/\1>/gu;

/** The words of an HTML text in one line, without tags. */
export const plainText = (html: string): string =>
  withoutTags(html.replace(DELETED, ' ').replace(/<\/(?:p|h\d|li|td|th|div|tr)>|<br\s*\/?>/giu, '$& '))
    .replace(/&(?:amp|lt|gt|quot);/gu, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/gu, ' ')
    .replace(/(?<=[，。；：！？、）》」”]) /gu, '')
    .trim();

/** Where a sentence ends: after a full-width stop, or a stop with a space behind it. */
const SENTENCE_END = /[。！？]|[.!?](?=\s)/gu;

/** The start of a text: whole sentences where they fill half of `length` characters, else cut with an ellipsis. */
export function excerpt(text: string, length = 160): string {
  // A character takes two units at most: what stands behind these is never shown.
  const characters = [...text.slice(0, 2 * length + 1)];
  if (characters.length <= length) return text;
  const start = characters.slice(0, length - 1).join('');
  const end = [...start.matchAll(SENTENCE_END)].at(-1)?.index ?? 0;
  return end > start.length / 2 ? start.slice(0, end + 1) : `${start.trimEnd()}…`;
}

/** The ends of what stands in a line of its own; the cells of a table's row stay together. */
const LINE_END = /<\/(?:p|h\d|li|tr|blockquote|caption|figcaption)>|<br\s*\/?>/iu;

/** Between the cells of a row. */
const CELL_END = /<\/t[dh]>\s*(?=<t[dh])/giu;

/** The words of an HTML text, a line for each of its paragraphs, headings, rows and the like, without empty ones. */
export const plainLines = (html: string): string[] =>
  html
    .replace(CELL_END, ' · $&')
    .split(LINE_END)
    .map(plainText)
    .filter((line) => line !== '');
