import type { ElementContent, Properties, Root } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { decodePart } from '../menu/slug.ts';
import { ID_PREFIX, isBlock, SCHEMA } from './elements.ts';
import type { RichTextOptions } from './media-links.ts';
import { MarkupLimitError, parseHtml } from './parse-html.ts';
import { plainText, trimLines } from './plain-text.ts';
import { walk } from './walk.ts';

/** Picture in a text, with the size attributes written by the editor. */
type TextPicture = { src: string; size: string };

/** HTML with the parts that depend on the page: heading levels (2 to 6) and the `src` values of pictures. */
export type Html = (string | number | TextPicture)[];

/** `text`: its lines, without deleted text. `removed`: lost functions and hidden text. */
export type RichText = { html: Html; text: string; removed: readonly string[] };

/** Cleans editors' HTML with one parse, one walk and one schema. Throws a `MarkupLimitError` if it is too large. */
export function cleanHtml(html: string, options: RichTextOptions): RichText {
  const { children, removed, ids } = walk(parseHtml(html), options);
  const root = sanitize({ type: 'root', children }, SCHEMA) as Root;
  return { ...write(root.children as ElementContent[], ids), removed };
}

/** Returns the text of HTML as one line, or an empty string if the HTML is too large. */
export function textOfHtml(html: string): string {
  const options = { linkHref: () => undefined, mediaText: () => '', pictureText: '', tableLabel: '' };
  try {
    return plainText(cleanHtml(html, { ...options, assetHref: (url) => url }).text);
  } catch (error) {
    if (error instanceof MarkupLimitError) return '';
    throw error;
  }
}

const TOP = 2;
const DEEPEST = 6;
const VOID = new Set(['br', 'wbr', 'hr', 'img']);
const CELL_END = ' · ';

const DIGITS = '0123456789+-';
/** Unicode characters for superscripts and subscripts in plain text. */
const SHIFTED: Readonly<Record<string, string>> = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻', sub: '₀₁₂₃₄₅₆₇₈₉₊₋' };

/** Returns a text as readers see it inside a tag. */
function shownText(text: string, tag: string): string {
  const shifted = SHIFTED[tag];
  if (!shifted) return text.replaceAll('\n', ' ');
  return text.replace(/[0-9+-]/gu, (one) => shifted.charAt(DIGITS.indexOf(one)));
}

const escapeText = (text: string): string => text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;');
const escapeAttribute = (text: string): string => text.replace(/&/gu, '&amp;').replace(/"/gu, '&quot;');

/** Closes gaps in the levels of headings. */
function closeGaps(html: Html): Html {
  const levels = [...new Set(html.filter((part) => typeof part === 'number'))].sort();
  return html.map((part) =>
    typeof part === 'number' ? Math.min(levels.indexOf(part) + TOP, DEEPEST) : part,
  );
}

/** Writes cleaned nodes as HTML, with links to their own anchors, and as lines of plain text. */
function write(nodes: readonly ElementContent[], ids: ReadonlySet<string>) {
  const html: Html = [];
  let piece = '';
  let text = '';
  /** Separates the next text from the text before it. */
  let gap = '';
  let deletions = 0;

  function place(before: string, part: number | TextPicture): void {
    html.push(piece + before, part);
    piece = '';
  }

  function writeName(start: string, tag: string): void {
    if (/^h\d/u.test(tag)) place(`${start}h`, Number(tag[1]));
    else piece += start + tag;
  }

  function writeAttributes({ src, width, height, ...others }: Properties): void {
    if (src !== undefined) {
      const size = width === undefined ? '' : `" width="${width}" height="${height}`;
      place(' src="', { src: String(src).replaceAll('"', '%22'), size });
      piece = '"';
    }
    for (const [name, value] of Object.entries(others)) {
      const isOwn = name === 'href' && ids.has(decodePart(/^#(.+)/su.exec(String(value))?.[1] ?? ''));
      const written = isOwn ? String(value).replace('#', `#${ID_PREFIX}`) : String(value);
      piece += value === true ? ` ${name}` : ` ${name}="${escapeAttribute(written)}"`;
    }
  }

  function writeText(value: string, tag: string): void {
    piece += escapeText(value);
    if (deletions > 0) return;
    text += gap + shownText(value, tag);
    gap = '';
  }

  function writeAll(children: readonly ElementContent[], parent: string): void {
    for (const node of children) {
      if (node.type === 'text') writeText(node.value, parent);
      if (node.type !== 'element') continue;
      const { tagName: tag, properties } = node;
      const isLine = tag === 'br' || isBlock(tag);
      const deletion = tag === 'del' || tag === 's' ? 1 : 0;
      if (isLine) gap ||= '\n';
      writeName('<', tag);
      writeAttributes(properties);
      piece += '>';
      if (VOID.has(tag)) continue;
      deletions += deletion;
      writeAll(node.children, tag);
      deletions -= deletion;
      writeName('</', tag);
      piece += '>';
      if (isLine) gap = /^t[dh]$/u.test(tag) ? CELL_END : '\n';
    }
  }

  writeAll(nodes, '');
  return { html: closeGaps([...html, piece]), text: trimLines(text) };
}
