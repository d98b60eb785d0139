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

/** Well-formed tag of an element whose text is visible. */
const PLAIN_TAG =
  /<\/?(?!(?:script|style|textarea|option)\b)[a-z][a-z0-9]*(?:\s+[a-z-]+(?:="[^"<>]*")?)*\s*\/?>/giu;
const NEEDS_PARSER = /[<>]|&(?!(?:amp|lt|gt|quot);)/u;

/** Removes tags. Avoids the parser if it can, because a search does this with every article. */
function withoutTags(html: string): string {
  const text = html.replace(PLAIN_TAG, '');
  if (!NEEDS_PARSER.test(text)) return text;
  return sanitizeHtml(limitTags(html), { allowedTags: [], allowedAttributes: {} });
}

const DELETED = /<(del|s)>[^<]*<\/\1>/gu;

/** Text of HTML in one line. */
export const plainText = (html: string): string =>
  withoutTags(html.replace(DELETED, ' ').replace(/<\/(?:p|h\d|li|td|th|div|tr)>|<br\s*\/?>/giu, '$& '))
    .replace(/&(?:amp|lt|gt|quot);/gu, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/gu, ' ')
    .replace(/(?<=[，。；：！？、）》」]) |(?<=”) (?=[\p{Script=Han}，。；：！？、（《「])/gu, '')
    .trim();

const SENTENCE_END = /[。！？]|[.!?](?=\s)/gu;

/** Start of a text: whole sentences if they fill half of `length` characters, otherwise cut with an ellipsis. */
export function excerpt(text: string, length = 160): string {
  // A character has at most two UTF-16 units.
  const characters = [...text.slice(0, 2 * length + 1)];
  if (characters.length <= length) return text;
  const start = characters.slice(0, length - 1).join('');
  const end = [...start.matchAll(SENTENCE_END)].at(-1)?.index ?? 0;
  return end > start.length / 2 ? start.slice(0, end + 1) : `${start.trimEnd()}…`;
}

/** End of a block; the cells of a table row stay on one line. */
const LINE_END = /<\/(?:p|h\d|li|tr|blockquote|caption|figcaption)>|<br\s*\/?>/iu;

const CELL_END = /<\/t[dh]>\s*(?=<t[dh])/giu;

/** Non-empty lines of HTML: one per paragraph, heading, list item or table row. */
export const plainLines = (html: string): string[] =>
  html
    .replace(CELL_END, ' · $&')
    .split(LINE_END)
    .map(plainText)
    .filter((line) => line !== '');
