import type { Element, Root } from 'hast';
import { type Schema, sanitize } from 'hast-util-sanitize';
import { asParagraphs, createElement, isBlock, type Nodes } from './blocks.ts';
import { type Html, toParts } from './html-parts.ts';
import { MarkupLimitError, parseHtml } from './parse-html.ts';
import { linesOf, plainText } from './plain-text.ts';
import { textIn } from './scrolling-tables.ts';
import { createWalk, ID_PREFIX, KEPT_TAGS, type RichTextOptions } from './walk.ts';

/** `text`: its lines, without deleted text. `removed`: lost functions and hidden text. */
export type RichText = { html: Html; text: string; removed: readonly string[] };

const CELL = ['colSpan', 'rowSpan', 'dataLabel'];
const TABLE_PARTS = ['caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

/** Tags and attributes of cleaned HTML. */
const SCHEMA: Schema = {
  tagNames: KEPT_TAGS,
  attributes: {
    a: ['href', 'title', 'rel', ['className', 'media']],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
    th: ['scope', ...CELL],
    td: CELL,
    ol: ['start', 'reversed', 'type', ['className', /^list-[a-z-]+$/u]],
    ul: [['className', /^list-[a-z-]+$/u]],
    li: ['value'],
    abbr: ['title'],
    details: ['open'],
    div: [['className', /^table-[a-z0-5-]+$/u], 'role', 'tabIndex', 'ariaLabel'],
    '*': ['id', 'lang', 'dir'],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['http', 'https'] },
  clobber: ['id'],
  clobberPrefix: ID_PREFIX,
  ancestors: Object.fromEntries(TABLE_PARTS.map((tag) => [tag, ['table']])),
  required: {},
  strip: [],
};

/** Cleans HTML of editors: one parse, one walk, one schema. Throws a `MarkupLimitError` if it is too large. */
export function cleanHtml(html: string, options: RichTextOptions): RichText {
  const { children } = parseHtml(html) as Root & { children: Nodes };
  const walk = createWalk(options);
  const isPlain = children.every(({ type }) => type === 'text');
  const nodes = isPlain ? paragraphsOf(children.map(textIn).join('')) : walk.clean(children);
  const root: Root = { type: 'root', children: nodes.some(isBlock) ? asParagraphs(nodes) : nodes };
  const clean = sanitize(root, SCHEMA);
  const whole: Root = clean.type === 'root' ? clean : { type: 'root', children: [clean as Element] };
  return { text: linesOf(whole).join('\n'), html: toParts(whole), removed: [...walk.removed] };
}

/** Text of HTML in one line; empty if it is too large. */
export function textOfHtml(html: string): string {
  try {
    return plainText(linesOf(parseHtml(html)).join(' '));
  } catch (error) {
    if (error instanceof MarkupLimitError) return '';
    throw error;
  }
}

/** Turns the lines of plain text into paragraphs. */
const paragraphsOf = (text: string): Nodes =>
  text
    .split(/\r?\n/u)
    .filter((line) => line.trim())
    .map((value) => createElement('p', {}, [{ type: 'text', value }]));
