import type { Element, ElementContent, Nodes, Properties, Text } from 'hast';
import type { Schema } from 'hast-util-sanitize';
import { EDITOR_ATTRIBUTES, WORD_SETTINGS } from './source/editors.ts';

/**
 * Meaning of elements. `lines`: a block that contains only lines; `paragraph`: only its text is kept, separate from the content
 * around it; `media`: replaced with a link; `removed`: removed with its content. Unknown elements are replaced with their content.
 */
const TAGS = {
  inline:
    'a strong b em i u s del ins sub sup mark small cite q code kbd samp var dfn abbr bdi bdo ruby rb rt rp rtc span',
  empty: 'br wbr img',
  lines: 'h1 h2 h3 h4 h5 h6 pre summary caption',
  block: 'blockquote ul ol li dl dt dd hr table thead tbody tfoot tr th td figure figcaption footer details',
  paragraph:
    'p div section article center address header main aside nav fieldset legend form hgroup search dialog marquee',
  media: 'video audio source object iframe embed mpvoice',
  removed:
    'script style svg math canvas input select textarea option datalist noscript template xml head title noembed noframes param track m:omath',
};

const words = (text: string): string[] => text.split(' ');

export const MATH_TAGS: ReadonlySet<string> = new Set(
  words(
    'math semantics annotation mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle mpadded mphantom menclose mmultiscripts mprescripts none',
  ),
);
export const MATH_ATTRIBUTES = words('display displaystyle mathvariant linethickness stretchy accent');

type Kind = keyof typeof TAGS;

const KINDS = new Map<string, Kind>(
  (Object.keys(TAGS) as Kind[]).flatMap((kind) => TAGS[kind].split(' ').map((tag) => [tag, kind] as const)),
);

for (const tag of WORD_SETTINGS) KINDS.set(tag, 'removed');

export const kindOf = (tag: string): Kind | undefined => KINDS.get(tag);

/** Returns whether a node is an element, with one of the tags if there are any. */
export const isElement = (node: Nodes, ...tags: string[]): node is Element =>
  node.type === 'element' && (tags.length === 0 || tags.includes(node.tagName));

const BLOCK_TAGS = new Set(`${TAGS.lines} ${TAGS.block} p div`.split(' '));

export const isBlock = (node: ElementContent): node is Element =>
  isElement(node) && BLOCK_TAGS.has(node.tagName);

export const createElement = (
  tagName: string,
  properties: Properties = {},
  children: ElementContent[] = [],
): Element => ({ type: 'element', tagName, properties, children });

export const createText = (value: string): Text => ({ type: 'text', value });

/** Creates spaces that are shown, also at the start of a line. */
export const createIndent = (value: string): Text => ({ type: 'text', value, data: { isIndent: true } });

/** Matches text that is invisible at either end of a line. */
export const BLANK = /^[\s\u200b-\u200d\u2060\ufeff]*$/u;

export const MAX_TEXT_START_LENGTH = 200;

/** Returns the start of an element's text, with spaces around blocks. An image is its alternative text. */
export function readTextStart({ tagName, properties, children }: Element): string {
  if (tagName === 'br') return ' ';
  let text = tagName === 'img' ? String(properties.alt ?? '') : '';
  for (const child of children) {
    if (text.length >= MAX_TEXT_START_LENGTH) break;
    const inner = isElement(child) ? readTextStart(child) : 'value' in child ? child.value : '';
    text += isBlock(child) ? ` ${inner} ` : inner;
  }
  return text.slice(0, MAX_TEXT_START_LENGTH);
}

const LANGUAGE_TAG = /^[a-z\d-]{2,35}$/iu;
const PIXELS = /^[1-9]\d{0,4}$/u;
/** An image's size attributes, and the sizes in which the editor shows it. */
export const IMAGE_SIZES = ['width', 'height', 'data-width', 'data-height', 'data-max-width'];
const CELL_ATTRIBUTES = ['colspan', 'rowspan', 'data-label'];

/** Attributes that are read. */
const ATTRIBUTES = new Set([
  ...words(
    'id class style face size background aria-label hidden open lang dir href alt width height srcset data-srcset start reversed value scope colspan rowspan',
  ),
  ...EDITOR_ATTRIBUTES,
]);

export const isReadAttribute = ({ name }: { name: string }): boolean => ATTRIBUTES.has(name);

const DIRECTION = /^(?:ltr|rtl|auto)$/iu;

/** Tags and attributes of cleaned HTML. All classes are the cleaner's own. */
export const SCHEMA: Schema = {
  tagNames: [...`${TAGS.inline} ${TAGS.lines} ${TAGS.block} p div br wbr img`.split(' '), ...MATH_TAGS],
  attributes: {
    ...Object.fromEntries([...MATH_TAGS].map((tag) => [tag, MATH_ATTRIBUTES])),
    a: ['href', 'title'],
    img: ['src', 'alt', ...IMAGE_SIZES.map((name): [string, RegExp] => [name, PIXELS])],
    th: ['scope', ...CELL_ATTRIBUTES],
    td: CELL_ATTRIBUTES,
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    abbr: ['title'],
    div: ['role', 'tabindex', 'aria-label'],
    '*': ['id', 'class', ['lang', LANGUAGE_TAG], ['dir', DIRECTION]],
  },
  required: { details: { open: '' } },
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['http', 'https'] },
  // Pages add a suffix to ids that they use themselves.
  clobber: [],
};
