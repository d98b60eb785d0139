import type { Element, ElementContent } from 'hast';
import { toSafeLink } from '../links.ts';
import {
  BLANK,
  createElement,
  createIndent,
  createText,
  isElement,
  isReadAttribute,
  kindOf,
  readTextStart,
} from './elements.ts';
import { readFormula } from './formulas.ts';
import {
  createList,
  findListClass,
  hasOnlyLists,
  type List,
  nestItems,
  startItem,
  toCheckMark,
} from './lists.ts';
import { type Count, isSvg, type SourceElement, type SourceNode } from './parse-html.ts';
import { joinHanLines, splitPhrases } from './plain-text.ts';
import { createStyleSheet } from './style-sheet.ts';
import * as styles from './styles.ts';
import { fromSymbolFont } from './symbol-fonts.ts';

/** Maximum number of texts in headings that are split into phrases, which is slow. Further ones break anywhere. */
const MAX_SPLIT_TEXTS = 200;

const RENAMED_TAGS = new Map(Object.entries({ strike: 's', menu: 'ul', map: 'ul', area: 'li' }));
/** Parts of drawings that contain HTML, text or images. Their shapes are not shown. */
const SVG_TAGS = new Map(
  Object.entries({
    svg: 'span',
    g: 'span',
    a: 'a',
    switch: 'span',
    foreignObject: 'div',
    text: 'div',
    tspan: 'span',
    image: 'img',
  }),
);
const SVG_CONTAINER = /^(?:svg|g|switch)$/u;
const HEADING_TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const LIST_TAG = /^[ou]l$/u;
/** Word writes bullets as letters of a symbol font. */
const WORD_BULLET = /^\s*[a-z§·Øü\ue000-\uf8ff]\s*$/u;
/** Mark of the elements in an item that has a check mark. */
const IN_CHECKED_ITEM = '*checked';

/** What applies to content: the known tags and marks around it, inherited declarations, and the list of its items. */
type Outer = { tags: ReadonlySet<string>; inherited: styles.Attributes; list?: List };

/**
 * Converts source nodes to a tree whose tags express all meanings: styles become inline elements, and ids become anchors before the
 * next visible content. Removes content that browsers hide or that is not safe.
 */
export function readSource(nodes: readonly SourceNode[], report: (what: string) => void, count: Count) {
  const ids = new Set<string>();
  /** Anchors and markers that wait for visible content. */
  const waiting: ElementContent[] = [];
  const sheet = createStyleSheet(count);
  let splitTexts = 0;
  let formulas = 0;

  function readText(given: string, { tags, inherited }: Outer): ElementContent[] {
    if (styles.hasTextSizeZero(inherited)) {
      if (!BLANK.test(given)) report('hidden text');
      return [];
    }
    if (!tags.has('pre') && styles.keepsLines(inherited)) return readLines(given, inherited);
    if (BLANK.test(given)) return [tags.has('pre') ? createIndent(given) : createText(given)];
    const joined = tags.has('pre') ? given : joinHanLines(given);
    const text = fromSymbolFont(inherited['font-family'], joined);
    const isSplit = HEADING_TAGS.some((tag) => tags.has(tag)) && ++splitTexts <= MAX_SPLIT_TEXTS;
    const [first = '', ...others] = isSplit ? splitPhrases(text) : [text];
    const breakable = others.flatMap((phrase) => [createElement('wbr'), createText(phrase)]);
    return [...waiting.splice(0), createText(first), ...breakable];
  }

  const readLines = (given: string, inherited: styles.Attributes): ElementContent[] =>
    styles.splitKeptLines(given, inherited).flatMap((line, at) => {
      const start = at > 0 ? [createElement('br')] : [];
      if (BLANK.test(line)) return [...start, createIndent(line)];
      return [...start, ...waiting.splice(0), createText(fromSymbolFont(inherited['font-family'], line))];
    });

  function addAnchor(id: string | undefined): void {
    if (!id || ids.has(id) || /\s/u.test(id)) return;
    ids.add(id);
    waiting.push(createElement('span', { id }));
  }

  function readElement(node: SourceElement, outer: Outer): ElementContent[] {
    const attributes = Object.fromEntries(
      node.attrs.filter(isReadAttribute).map(({ name, value }) => [name, value]),
    );
    if (node.tagName === 'style') sheet.add(readStyleSheet(node));
    const style = sheet.styleOf(node, attributes, outer.tags);
    if (node.tagName === 'input' && style.check)
      return outer.tags.has(IN_CHECKED_ITEM) ? [] : [createText(toCheckMark(style.check))];
    if (node.tagName === 'math') {
      formulas += 1;
      return [...waiting.splice(0), readFormula(node)];
    }
    const isRemoved = isSvg(node) ? !SVG_TAGS.has(node.tagName) : kindOf(node.tagName) === 'removed';
    if (isRemoved || styles.isHidden(node.tagName, attributes, style)) {
      if (!style.repeats && node.tagName !== 'style')
        report(`${isRemoved ? '' : 'hidden '}<${node.tagName}>`);
      return [];
    }
    const given = isSvg(node) ? SVG_TAGS.get(node.tagName) : undefined;
    const tag = findTag(given ?? node.tagName, style, outer.tags);
    addAnchor(attributes.id || (tag === 'a' ? attributes.name : undefined));
    if (node.tagName === 'area') return readArea(attributes, tag);
    return readVisible(node, tag, attributes, style, outer);
  }

  function readVisible(
    node: SourceElement,
    tag: string,
    attributes: styles.Attributes,
    style: styles.Attributes,
    outer: Outer,
  ): ElementContent[] {
    const kind = kindOf(tag);
    const marks = styles.createMarks(style, tag, outer.tags);
    const isWordMarker = style['mso-list'] === 'ignore';
    const copies = isWordMarker ? [...waiting] : [];
    count('anchors', copies.length);
    const marker = tag === 'li' ? startItem(outer.list, style, attributes) : '';
    if (marker) waiting.push(createText(marker));
    // The text inside a video is a fallback for browsers that do not support the element.
    const isContainer = kind === 'media' || (isSvg(node) && SVG_CONTAINER.test(node.tagName));
    const content = isContainer ? node.childNodes.filter((child) => 'tagName' in child) : node.childNodes;
    const formulasBefore = formulas;
    let children = readAll(
      content,
      addOuter(tag, marks, marker, { ...style, start: attributes.start }, outer),
    );
    const tex = style.tex && attributes[style.tex];
    if (tex && formulas === formulasBefore)
      children = [...waiting.splice(0), createElement('code', {}, [createText(tex)])];
    if (tag === 'li') children.push(...waiting.splice(0));
    if (LIST_TAG.test(tag)) children = nestItems(tag, children);
    children = addBackground(style, children);
    const marked = marks.reduceRight((inside, mark) => [{ ...mark, children: inside }], children);
    const element = createElement(tag, { ...attributes, id: undefined, class: undefined }, marked);
    const { properties } = element;
    if (LIST_TAG.test(tag) || tag === 'li') properties.class = findListClass(style, attributes);
    if (tag === 'li' && (marker || hasOnlyLists(children))) properties.class = 'list-none';
    properties.level = style.level;
    if (style.direction === 'rtl') properties.dir ??= 'rtl';
    if (kind === 'inline' && properties.lang && !/\p{L}/u.test(readTextStart(element)))
      delete properties.lang;
    if (isWordMarker && WORD_BULLET.test(readTextStart(element)))
      element.children = [...copies, createText('• ')];
    const isSeparate = (kind === 'inline' || kind === undefined) && styles.isBlockStyle(style);
    const before = tag === 'img' ? waiting.splice(0) : [];
    return [...before, isSeparate ? createElement('div', {}, [element]) : element];
  }

  /** Adds the image behind an element without other content. */
  function addBackground(style: styles.Attributes, children: ElementContent[]): ElementContent[] {
    const src = styles.findBackground(style);
    if (!src) return children;
    count('urls');
    if (!children.some(hasContent)) return [...waiting.splice(0), createElement('img', { src }), ...children];
    report(`background ${src}`);
    return children;
  }

  const readAll = (all: readonly SourceNode[], outer: Outer): ElementContent[] =>
    all.flatMap((node) => {
      if ('value' in node) return readText(node.value, outer);
      return 'tagName' in node ? readElement(node, outer) : [];
    });

  return { children: readAll(nodes, { tags: new Set(), inherited: {} }), anchors: waiting, ids };
}

const readStyleSheet = ({ childNodes }: SourceElement): string =>
  childNodes.map((node) => ('value' in node ? node.value : '')).join('');

const hasContent = (node: ElementContent): boolean => {
  if (!isElement(node)) return node.type === 'text' && !BLANK.test(node.value);
  return (
    ['img', 'math'].includes(node.tagName) ||
    kindOf(node.tagName) === 'media' ||
    node.children.some(hasContent)
  );
};

/** Returns the tag that has the meaning of an element. */
function findTag(given: string, style: styles.Attributes, outer: ReadonlySet<string>): string {
  const tag = style.tag ?? RENAMED_TAGS.get(given) ?? given;
  if (styles.isCancelled(tag, style)) return 'span';
  const isStrayItem = tag === 'li' && !outer.has('ul') && !outer.has('ol');
  return isStrayItem ? 'p' : tag;
}

/** Returns what applies inside an element with marks around its content, innermost first. */
function addOuter(
  tag: string,
  marks: readonly Element[],
  marker: string,
  style: styles.Attributes,
  { tags, inherited, list }: Outer,
): Outer {
  const kind = kindOf(tag);
  const names = marks.map(({ tagName, properties }) => String(properties.class ?? tagName));
  if (marker) names.push(IN_CHECKED_ITEM);
  // A list has its items directly inside it.
  const around = kind === 'block' ? [...tags].filter((one) => !LIST_TAG.test(one)) : tags;
  return {
    tags: new Set([...names, ...(kind ? [tag] : []), ...around]),
    inherited: styles.inherit(inherited, style),
    list: LIST_TAG.test(tag) ? createList(style) : list,
  };
}

/** Converts an area of an image map to an item of the list of its links. */
function readArea({ href = '', alt, title }: styles.Attributes, item: string): ElementContent[] {
  const text = alt || title || toSafeLink(href);
  return text ? [createElement(item, {}, [createElement('a', { href }, [createText(text)])])] : [];
}
