import type { Element, ElementContent, Nodes } from 'hast';
import type { Schema } from 'hast-util-sanitize';

export const isElement = (node: Nodes): node is Element => node.type === 'element';

export const createElement = (
  tagName: string,
  properties: Element['properties'] = {},
  children: ElementContent[] = [],
): Element => ({ type: 'element', tagName, properties, children });

const MAX_START = 200;

/** Returns the start of a tree's text. */
export function textStart(node: Nodes): string {
  if (!('children' in node)) return 'value' in node ? node.value.slice(0, MAX_START) : '';
  let text = '';
  for (const child of node.children) if (text.length < MAX_START) text += textStart(child);
  return text;
}

const words = (text: string): string[] => text.split(' ');

const INLINE = words(
  'a strong b em i u s del ins sub sup mark small cite q code kbd samp var dfn abbr bdi bdo ruby rb rt rp rtc span',
);
/** Blocks that contain only lines: a nested block becomes a line. */
const LINES = words('h1 h2 h3 h4 h5 h6 pre summary caption');
const TABLE_PARTS = words('caption thead tbody tfoot tr th td');
const BLOCKS = words('blockquote ul ol li dl dt dd hr table figure figcaption footer details');

/**
 * Meaning of an element. `paragraph`: only its text is kept, separate from the content around it; `media`: replaced with a link;
 * `lost`: removed with its content. Other elements are replaced with their content.
 */
export type Kind = 'inline' | 'lines' | 'block' | 'paragraph' | 'media' | 'lost' | 'hidden';

export const KINDS: ReadonlyMap<string, Kind> = new Map(
  (
    [
      ['block', [...BLOCKS, ...TABLE_PARTS]],
      ['lines', LINES],
      ['inline', INLINE],
      ['paragraph', words('p div section article center address header main aside nav fieldset legend')],
      ['paragraph', words('form hgroup search dialog')],
      ['media', words('video audio object iframe frame embed source oembed mpvoice')],
      ['lost', words('script style svg math canvas input select textarea option datalist noscript')],
      ['hidden', words('template xml head title noembed noframes area param track')],
    ] as const
  ).flatMap(([kind, tags]) => tags.map((tag) => [tag, kind])),
);

export const RENAMED = new Map([
  ['strike', 's'],
  ['menu', 'ul'],
]);

/** Slugs and ids of the site never contain a dot. */
export const ID_PREFIX = 'text.';

const CELL = ['colSpan', 'rowSpan', 'dataLabel'];
/** Allowed values of `list-style-type`. */
export const LIST_CLASS =
  /^list-(?:none|disc|circle|square|decimal|(?:lower|upper)-(?:alpha|latin|roman)|cjk-ideographic|simp-chinese-informal)$/u;

/** Tags and attributes of cleaned HTML. */
export const SCHEMA: Schema = {
  tagNames: [...INLINE, ...LINES, ...BLOCKS, ...TABLE_PARTS, 'p', 'div', 'img', 'br', 'wbr'],
  attributes: {
    a: ['href', 'title', ['className', 'media']],
    img: ['src', 'alt', 'width', 'height'],
    th: ['scope', ...CELL],
    td: CELL,
    ol: ['start', 'reversed', 'type', ['className', LIST_CLASS]],
    ul: [['className', LIST_CLASS]],
    li: ['value'],
    abbr: ['title'],
    div: [['className', /^table-[a-z0-5-]+$/u], 'role', 'tabIndex', 'ariaLabel'],
    '*': ['id', 'lang', 'dir'],
  },
  required: {
    a: { rel: 'noopener noreferrer' },
    img: { loading: 'lazy', decoding: 'async' },
    details: { open: true },
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['http', 'https'] },
  clobber: ['id'],
  clobberPrefix: ID_PREFIX,
  ancestors: Object.fromEntries(TABLE_PARTS.map((tag) => [tag, ['table']])),
  strip: [],
};
