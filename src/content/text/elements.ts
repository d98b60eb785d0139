import type { Element, ElementContent, Properties } from 'hast';
import type { Schema } from 'hast-util-sanitize';
import type { SourceElement, SourceNode } from './parse-html.ts';
import * as styles from './styles.ts';

/**
 * Meaning of elements. `lines`: a block that contains only lines; `paragraph`: only its text is kept, separate from the content
 * around it; `media`: replaced with a link; `lost` and `hidden`: removed with its content. Unknown elements are replaced with their
 * content.
 */
const TAGS = {
  inline:
    'a strong b em i u s del ins sub sup mark small cite q code kbd samp var dfn abbr bdi bdo ruby rb rt rp rtc span',
  lines: 'h1 h2 h3 h4 h5 h6 pre summary caption',
  block: 'blockquote ul ol li dl dt dd hr table thead tbody tfoot tr th td figure figcaption footer details',
  paragraph:
    'p div section article center address header main aside nav fieldset legend form hgroup search dialog',
  media: 'video audio object iframe embed source oembed mpvoice',
  lost: 'script style svg math canvas input select textarea option datalist noscript',
  hidden: 'template xml head title noembed noframes param track',
} as const;

export type Kind = keyof typeof TAGS;

const tagsOfKind = (kind: Kind): string[] => TAGS[kind].split(' ');

const KINDS_BY_TAG: ReadonlyMap<string, Kind> = new Map(
  (Object.keys(TAGS) as Kind[]).flatMap((kind) => tagsOfKind(kind).map((tag) => [tag, kind])),
);

export const isLines = ({ tagName }: Element): boolean => KINDS_BY_TAG.get(tagName) === 'lines';

export const isLink = (node: ElementContent): boolean => node.type === 'element' && node.tagName === 'a';

export const createElement = (
  tagName: string,
  properties: Properties = {},
  children: ElementContent[] = [],
): Element => ({ type: 'element', tagName, properties, children });

const MAX_TEXT_START_LENGTH = 200;

type Tree = { value?: string; nodeName?: string; childNodes?: readonly Tree[]; children?: readonly Tree[] };

/** Returns the start of the text of a parsed or cleaned element. */
export function readTextStart({ value = '', childNodes = [], children = childNodes }: Tree): string {
  let text = value.slice(0, MAX_TEXT_START_LENGTH);
  for (const child of children) if (text.length < MAX_TEXT_START_LENGTH) text += readTextStart(child);
  return text;
}

/** Prefix of ids in rich text. It prevents collisions, because slugs and ids of the site never contain a dot. */
export const ID_PREFIX = 'text.';

const CELL_ATTRIBUTES = ['colspan', 'rowspan', 'data-label'];

/** Tags and attributes of cleaned HTML. */
export const SCHEMA: Schema = {
  tagNames: [
    ...tagsOfKind('inline'),
    ...tagsOfKind('lines'),
    ...tagsOfKind('block'),
    'p',
    'div',
    'img',
    'br',
    'wbr',
  ],
  attributes: {
    a: ['href', 'title', ['class', 'media']],
    img: ['src', 'alt', 'width', 'height'],
    th: ['scope', ...CELL_ATTRIBUTES],
    td: CELL_ATTRIBUTES,
    ol: ['start', 'reversed', 'type', ['class', styles.LIST_CLASS]],
    ul: [['class', styles.LIST_CLASS]],
    li: ['value', ['class', styles.LIST_CLASS]],
    abbr: ['title'],
    div: [['class', /^table-[a-z0-5 -]+$/u], 'role', 'tabindex', 'aria-label'],
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
};

const LIST_TAG = /^[ou]l$/u;
const RENAMED_TAGS = new Map(Object.entries({ strike: 's', menu: 'ul', map: 'ul', area: 'li' }));

/** An element of the source and its meaning. */
export type Source = {
  node: SourceElement;
  tag: string;
  attributes: styles.Attributes;
  style: string;
  kind?: Kind;
};

export const readAttributes = ({ attrs }: SourceElement): styles.Attributes =>
  Object.fromEntries(attrs.map(({ name, value }) => [name, value]));

export const isMediaSource = (node: SourceNode): node is SourceElement =>
  node.nodeName === 'source' || node.nodeName === 'embed';

/** Determines the meaning of a source element inside a block of the result. */
export function classifySource(node: SourceElement, block: Element): Source {
  const tag = RENAMED_TAGS.get(node.tagName) ?? node.tagName;
  const attributes = readAttributes(node);
  const style = styles.normaliseStyle(attributes.style);
  let kind = KINDS_BY_TAG.get(tag);
  const isClosedDialog = tag === 'dialog' && attributes.open === undefined;
  if (isClosedDialog || styles.isHiddenStyle(style, attributes)) kind = 'hidden';
  else if (kind === 'block' || kind === 'lines') {
    if (isLines(block) || (tag === 'li' && !LIST_TAG.test(block.tagName))) kind = 'paragraph';
  } else if (kind === undefined && styles.isBlockStyle(style)) kind = 'paragraph';
  return { node, tag, attributes, style, kind };
}
