import type { Element, Text } from 'hast';
import { decodePart } from '../menu/slug.ts';
import {
  asParagraphs,
  createElement,
  isBlock,
  isElement,
  isEmpty,
  type Nodes,
  wrapInline,
} from './blocks.ts';
import { linkable, type MediaOptions, mapLinks, mediaLink, picture } from './media-links.ts';
import { phrasesOf } from './phrases.ts';
import { scrollingTable, textIn } from './scrolling-tables.ts';
import {
  isDisplayedAsBlock,
  isHidden,
  listProperties,
  meaningOf,
  type Style,
  styleOf,
} from './style-meaning.ts';

/** `tableLabel`: label of a table that scrolls. */
export type RichTextOptions = MediaOptions & { tableLabel: string };

const words = (text: string): readonly string[] => text.split(' ');

const INLINE = words(
  'a strong b em i u s del ins sub sup mark small cite q code kbd samp var dfn abbr bdi bdo ruby rb rt rp rtc span',
);
const HEADINGS = words('h1 h2 h3 h4 h5 h6');
/** Tags of cleaned HTML that no schema needs to know more about. */
export const KEPT_TAGS = [
  ...INLINE,
  ...HEADINGS,
  ...words('p blockquote pre ul ol li dl dt dd hr br wbr table caption thead tbody tfoot tr th td'),
  ...words('figure figcaption img div footer details summary'),
];
const INLINE_TAGS = new Set(INLINE);
const KEPT = new Set(KEPT_TAGS);
/** Only the blocks in them are kept, and an id. */
const GENERIC = new Set(
  words('div section article center address header main aside nav fieldset legend form hgroup search dialog'),
);
const RENAMED: Readonly<Record<string, string>> = { strike: 's', acronym: 'abbr', dir: 'ul', menu: 'ul' };
/** Their removal is reported: they have a function or hidden text. */
const FUNCTIONAL = new Set(
  words('script style svg math canvas form input button select textarea option template noscript'),
);
/** Removed with their content. */
const WITHOUT_TEXT = new Set(
  words(
    'script style svg math canvas input select textarea option datalist noscript noembed noframes area param track',
  ),
);
const MEDIA = new Set(words('video audio object iframe frame embed source oembed mpvoice'));
/** In these, blocks are lines. */
const OF_LINES = new Set(['p', 'pre', 'summary', 'caption', ...HEADINGS]);
/** Bold or underlined without a style. */
const LOOKS: Readonly<Record<string, string>> = {
  b: 'strong',
  th: 'strong',
  i: 'em',
  a: 'u',
  ins: 'u',
  del: 's',
};

/** Deeper tags are removed; their text stays. */
const MAX_BLOCKS = 40;
const MAX_INLINES = 8;
/** Finding phrases takes long: further headings break anywhere. */
const MAX_PHRASED = 200;
const MAX_NOTE_LENGTH = 100;
const TOP = 2;
const DEEPEST = 6;

/** Properties that editors may set; the schema says for which tags. */
const WRITTEN = words('lang dir title scope colSpan rowSpan type start reversed value');

/** A line end in the source between two Han characters is not a space. */
const HAN_LINE_END =
  /(?<=[\p{Script=Han}，。；：！？、）》」”])[ \t]*\r?\n[ \t]*(?=[\p{Script=Han}（《「“])/gu;

const WORD_BULLET = /^\s*[a-z§·Øü]\s*$/u;

const withoutHanLineEnds = ({ value }: Text): Text => ({
  type: 'text',
  value: value.replace(HAN_LINE_END, ''),
});

/** Line break that a block in a paragraph leaves. */
const LINE = createElement('br', {});

/** Ancestors of a node. `blocks`, `inlines`: number of elements; `marks`: inline tags and what looks like them. */
type Place = {
  blocks: number;
  inlines: number;
  parent: string;
  isInLines: boolean;
  isInPre: boolean;
  marks: readonly string[];
};

/** Gives what editors write its meaning in tags. `removed`: lost functions and hidden text. */
export function createWalk(options: RichTextOptions) {
  const removed = new Set<string>();
  const ids = new Set<string>();
  const levels = new Set<string>();
  let phrased = 0;
  const report = (what: string): void => void removed.add(what.slice(0, MAX_NOTE_LENGTH).toWellFormed());

  function all(nodes: Nodes, place: Place): Nodes {
    const result: Nodes = [];
    for (const node of nodes) for (const other of one(node, place)) result.push(other);
    return result;
  }

  function one(node: Nodes[number], place: Place): Nodes {
    if (node.type === 'text')
      return [place.isInPre || !node.value.includes('\n') ? node : withoutHanLineEnds(node)];
    if (!isElement(node)) return [];
    const { tagName } = node;
    const style = styleOf(node);
    if (isHidden(node, style)) {
      if (tagName === 'template') report('<template>');
      else if (textIn(node).trim()) report(`hidden <${tagName}>`);
      return [];
    }
    if (FUNCTIONAL.has(tagName)) report(`<${tagName}>`);
    if (WITHOUT_TEXT.has(tagName)) return [];
    if (tagName === 'img') return picture(node, withId(node).id as string | undefined, options, report);
    if (tagName === 'map') return [...all(node.children, place), ...mapLinks(node, options)];
    if (MEDIA.has(tagName)) {
      // Text in it is for browsers that do not know the element.
      const inner = node.children.filter((child) => isElement(child) && !MEDIA.has(child.tagName));
      return [...mediaNodes(node, place), ...all(inner, place)];
    }
    return element(node, style, place);
  }

  function element(node: Element, style: Style, place: Place): Nodes {
    // Word writes bullets as letters of a font of symbols.
    if (style.get('mso-list') === 'ignore' && WORD_BULLET.test(textIn(node)))
      return [{ type: 'text', value: '• ' }];
    const written = RENAMED[node.tagName] ?? node.tagName;
    const isInList = place.parent === 'ul' || place.parent === 'ol';
    const isDeep = INLINE_TAGS.has(written) ? place.inlines >= MAX_INLINES : place.blocks >= MAX_BLOCKS;
    const isGeneric =
      GENERIC.has(written) ||
      (written === 'li' && !isInList) ||
      (isDeep && KEPT.has(written) && !INLINE_TAGS.has(written)) ||
      ((written === 'span' || !KEPT.has(written)) && isDisplayedAsBlock(style));
    const tag = isGeneric ? 'div' : written;
    const isInline = INLINE_TAGS.has(tag);
    const { marks, isPlain } = meaningOf(written, style);
    const added = marks.filter(
      (mark) => !place.marks.includes(mark) && (isInline || !KEPT.has(tag) || !mark.startsWith('su')),
    );
    const isKept = KEPT.has(tag) && !isPlain && !isDeep;
    const looks = HEADINGS.includes(tag) ? 'strong' : LOOKS[tag];
    const children = all(node.children, {
      blocks: place.blocks + (isKept && !isInline && !isGeneric ? 1 : 0),
      inlines: place.inlines + (isKept && isInline ? 1 : 0) + added.length,
      parent: isKept ? tag : place.parent,
      isInLines: place.isInLines || OF_LINES.has(tag),
      isInPre: place.isInPre || tag === 'pre',
      marks:
        isInline || looks || added.length > 0 ? [...place.marks, ...added, tag, looks ?? tag] : place.marks,
    });
    const marked = added.reduce((inner, mark) => wrapInline(inner, createElement(mark, {})), children);
    if (!isKept && !isGeneric) return [...(isInline ? [] : mediaNodes(node, place)), ...marked];
    const properties = tag === 'a' ? linkProperties(node) : withId(node);
    if (tag === 'ul' || tag === 'ol') Object.assign(properties, listProperties(node, style));
    return isInline
      ? inlineNodes(tag, properties, marked)
      : blockNodes(createElement(tag, properties, marked), place);
  }

  /** The link that media leave, on a line of its own. */
  function mediaNodes(node: Element, place: Place): Nodes {
    const link = place.marks.includes('a') ? undefined : mediaLink(node, options, report);
    return link ? blockNodes(createElement('p', {}, [link]), place) : [];
  }

  function inlineNodes(tag: string, properties: Element['properties'], children: Nodes): Nodes {
    const isAnchor = properties.id !== undefined;
    const isBare = tag === 'span' && !isAnchor && !properties.lang && !properties.dir;
    if (isBare || (isEmpty(children) && !isAnchor)) return children;
    const shell = createElement(tag, properties, children);
    return children.some(isBlock) ? wrapInline(children, shell) : [shell];
  }

  function blockNodes(block: Element, place: Place): Nodes {
    const { tagName, properties, children } = block;
    const isAnchor = properties.id !== undefined;
    const isPart = tagName === 'div' || tagName === 'p';
    const isText = isPart || tagName === 'details' || HEADINGS.includes(tagName);
    if (isText && isEmpty(children) && !isAnchor) return children.length > 0 && place.isInLines ? [LINE] : [];
    if (isPart && place.isInLines) return [LINE, ...children, LINE];
    if (OF_LINES.has(tagName)) block.children = joinLines(children);
    if (tagName === 'table') return [scrollingTable(block, options.tableLabel)];
    if (tagName === 'details')
      return [createElement(tagName, { ...properties, open: true }, asParagraphs(children))];
    if (HEADINGS.includes(tagName)) levels.add(tagName);
    return isPart && (tagName === 'div' || children.some(isBlock)) ? parts(block) : [block];
  }

  /** The blocks of a generic element. The first gets its anchor, and each its language. */
  function parts({ properties: { id, lang, dir }, children }: Element): Nodes {
    const blocks = asParagraphs(children).filter(isElement);
    const [first] = blocks;
    if (id !== undefined && (!first || first.properties.id !== undefined))
      blocks.unshift(createElement('div', {}));
    return blocks.map((block, at) => ({
      ...block,
      properties: {
        ...(at === 0 && id !== undefined && { id }),
        ...(lang && { lang }),
        ...(dir && { dir }),
        ...block.properties,
      },
    }));
  }

  /** Properties of an element; its id if it is the first with it. */
  function withId({ tagName, properties }: Element): Element['properties'] {
    const own: Element['properties'] = {};
    for (const name of WRITTEN) if (properties[name] !== undefined) own[name] = properties[name];
    const id = String(properties.id || (tagName === 'a' && properties.name) || '');
    if (id === '' || /\s/u.test(id) || ids.has(id)) return own;
    ids.add(id);
    return { id, ...own };
  }

  function linkProperties(node: Element): Element['properties'] {
    const { href } = node.properties;
    const given = typeof href === 'string' ? href : '';
    const address = given === '' ? undefined : linkable(given, options);
    if (given !== '' && address === undefined) report(`link ${given}`);
    return { ...withId(node), href: address, rel: ['noopener', 'noreferrer'] };
  }

  /** Sets the levels of headings without gaps, and makes links lead to the anchors of the text. */
  function finish(nodes: Nodes): Nodes {
    const inOrder = [...levels].sort();
    for (const node of nodes) {
      if (!isElement(node)) continue;
      if (HEADINGS.includes(node.tagName)) {
        node.tagName = `h${Math.min(inOrder.indexOf(node.tagName) + TOP, DEEPEST)}`;
        if (phrased++ < MAX_PHRASED) node.children = withPhrases(node.children);
      }
      const { href } = node.properties;
      if (typeof href === 'string' && href.startsWith('#') && ids.has(decodePart(href.slice(1))))
        node.properties.href = `#${ID_PREFIX}${href.slice(1)}`;
      finish(node.children);
    }
    return nodes;
  }

  const outside = { blocks: 0, inlines: 0, parent: '', isInLines: false, isInPre: false, marks: [] };
  return { clean: (nodes: Nodes): Nodes => finish(all(nodes, outside)), removed };
}

/** No slug or id of the site contains a dot. */
export const ID_PREFIX = 'text.';

const joinLines = (nodes: Nodes): Nodes =>
  nodes.filter(
    (node, at) =>
      node !== LINE ||
      (at > 0 &&
        at < nodes.length - 1 &&
        nodes[at - 1] !== LINE &&
        !nodes.slice(at).every((n) => n === LINE)),
  );

/** Allows line breaks between the phrases of a heading only. */
const withPhrases = (nodes: Nodes): Nodes =>
  nodes.flatMap((node): Nodes => {
    if (isElement(node)) node.children = withPhrases(node.children);
    if (node.type !== 'text') return [node];
    return phrasesOf(node.value).flatMap((value, at) => [
      ...(at > 0 ? [createElement('wbr', {})] : []),
      { type: 'text' as const, value },
    ]);
  });
