import type { ElementContent } from 'hast';
import { toSafeLink } from '../../links.ts';
import {
  BLANK,
  createElement,
  createIndent,
  createText,
  isElement,
  isReadAttribute,
  kindOf,
  readTextStart,
} from '../elements.ts';
import type { Attributes, Count, SourceElement, SourceNode } from '../parse-html.ts';
import { joinHanLines, splitPhrases } from '../plain-text.ts';
import { findFormula } from './formulas.ts';
import { arrangeItems, findListClass, isList, startItem, toCheckMark } from './lists.ts';
import { type Context, createInnerContext, findTag, listContent } from './read-context.ts';
import { createStyleSheet } from './style-sheet.ts';
import * as styles from './styles.ts';

/** Maximum number of texts in headings that are split into phrases, which is slow. Further ones break anywhere. */
const MAX_SPLIT_TEXTS = 200;

const HEADING_TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const CELL_TAG = /^t[dh]$/u;
/** Word writes bullets as letters of a symbol font. */
const WORD_BULLET = /^[lnoquvw§·Øü\ue000-\uf8ff]$/u;

/**
 * Converts source nodes to a tree whose tags express all meanings: styles become inline elements, and ids become anchors before the
 * next visible content. Removes hidden and unsafe content.
 */
export function readSource(nodes: readonly SourceNode[], report: (what: string) => void, count: Count) {
  const ids = new Set<string>();
  /** Anchors and markers to insert before the next visible content. */
  const pending: ElementContent[] = [];
  const sheet = createStyleSheet(count);
  let splitTexts = 0;

  function readText(source: string, { tags, inherited }: Context): ElementContent[] {
    if (styles.hasTextSizeZero(inherited)) {
      if (!BLANK.test(source)) report('hidden text');
      return [];
    }
    if (!tags.has('pre') && styles.preservesLines(inherited)) return readPreservedText(source, inherited);
    if (BLANK.test(source)) return [tags.has('pre') ? createIndent(source) : createText(source)];
    const joined = tags.has('pre') ? source : joinHanLines(source);
    const text = styles.replaceSymbols(inherited['font-family'], joined);
    const isSplit = HEADING_TAGS.some((tag) => tags.has(tag)) && ++splitTexts <= MAX_SPLIT_TEXTS;
    const [first = '', ...others] = isSplit ? splitPhrases(text) : [text];
    const breakable = others.flatMap((phrase) => [createElement('wbr'), createText(phrase)]);
    return [...pending.splice(0), createText(first), ...breakable];
  }

  const readPreservedText = (source: string, inherited: Attributes): ElementContent[] =>
    styles.splitPreservedLines(source, inherited).flatMap((line, at) => {
      if (at > 0) count('tags');
      const start = at > 0 ? [createElement('br')] : [];
      if (BLANK.test(line)) return [...start, createIndent(line)];
      return [
        ...start,
        ...pending.splice(0),
        createText(styles.replaceSymbols(inherited['font-family'], line)),
      ];
    });

  function addAnchor(id: string | undefined): void {
    if (!id || ids.has(id) || /\s/u.test(id)) return;
    ids.add(id);
    pending.push(createElement('span', { id }));
  }

  function readElement(node: SourceElement, outer: Context): ElementContent[] {
    const attributes = Object.fromEntries(
      node.attrs.filter(isReadAttribute).map(({ name, value }) => [name, value]),
    );
    if (node.tagName === 'style') sheet.addRules(node);
    const style = sheet.styleOf(node, attributes, outer.tags);
    const isHidden = styles.isHidden(node.tagName, attributes, style);
    const formula = isHidden ? undefined : findFormula(node, style, attributes[style.tex ?? '']);
    if (formula) return [...pending.splice(0), formula];
    if (node.tagName === 'input' && style.check && !isHidden)
      return outer.list?.isMarked ? [] : [...pending.splice(0), createText(toCheckMark(style.check))];
    const tag = findTag(node, style, outer);
    if (tag === undefined || isHidden) {
      const isLost = tag === undefined ? node.tagName !== 'style' : !style.isDuplicate && !isEmptyNode(node);
      if (isLost) report(`${tag === undefined ? '' : 'hidden '}<${node.tagName}>`);
      const isSpace = tag && CELL_TAG.test(tag) && !style.display?.startsWith('none');
      return isSpace
        ? [createElement(tag, { colspan: attributes.colspan, rowspan: attributes.rowspan })]
        : [];
    }
    addAnchor(attributes.id || (tag === 'a' ? attributes.name : undefined));
    if (node.tagName === 'area') return readArea(attributes, tag);
    return readVisible({ node, tag, attributes, style }, outer);
  }

  function readVisible(read: styles.StyledElement, outer: Context): ElementContent[] {
    const { node, tag, attributes, style } = read;
    const marks = styles.createMarks(style, tag, outer.tags);
    const isWordMarker = style['mso-list'] === 'ignore';
    const copies = isWordMarker ? [...pending] : [];
    count('anchors', copies.length);
    const marker = tag === 'li' ? startItem(outer.list, style, attributes) : toCheckMark(style.check);
    count('characters', marker.length);
    if (marker) pending.push(createText(marker));
    let children = readAll(listContent(node, tag), createInnerContext(outer, read, marks));
    if (tag === 'li') children.push(...pending.splice(0));
    if (isList(tag)) children = arrangeItems(tag, children);
    children = addBackground(style, children);
    const label = tag === 'a' ? attributes['aria-label'] : '';
    if (label && !children.some(isVisibleNode)) children.push(createText(label));
    const marked = marks.reduceRight((inside, mark) => [{ ...mark, children: inside }], children);
    const element = createElement(tag, { ...attributes, id: undefined }, marked);
    const { properties } = element;
    properties.class = findListClass(read, marker, children, outer.list);
    if (tag === 'li') Object.assign(properties, { level: style.level, isUnnumbered: style.isUnnumbered });
    const [dir] = /^(?:rtl|ltr)/u.exec(style.direction ?? '') ?? [];
    if (dir) properties.dir = dir === (outer.inherited.direction ?? 'ltr') ? undefined : dir;
    const isInline = kindOf(tag) === 'inline';
    if (isInline && attributes.lang && !/\p{L}/u.test(readTextStart(element))) delete properties.lang;
    const wordMarker = isWordMarker ? readTextStart(element).trim() : '';
    if (wordMarker)
      element.children = [...copies, createText(`${WORD_BULLET.test(wordMarker) ? '•' : wordMarker} `)];
    const canBeBlock = isInline || kindOf(tag) === undefined || tag === 'img';
    const isSeparate = canBeBlock && styles.isBlockStyle(style) && !(style.isUnmixed && isMixed(node));
    const before = tag === 'img' ? pending.splice(0) : [];
    return [...before, isSeparate ? createElement('div', {}, [element]) : element];
  }

  /** Adds the image behind an element without other content. */
  function addBackground(style: Attributes, children: ElementContent[]): ElementContent[] {
    const src = styles.findBackground(style);
    if (!src) return children;
    count('urls');
    if (!children.some(isVisibleNode))
      return [...pending.splice(0), createElement('img', { src }), ...children];
    report(`background ${src}`);
    return children;
  }

  const readAll = (all: readonly SourceNode[], outer: Context): ElementContent[] =>
    all.flatMap((node) => {
      if ('value' in node) return readText(node.value, outer);
      return 'tagName' in node ? readElement(node, outer) : [];
    });

  return { children: readAll(nodes, { tags: new Set(), inherited: {} }), anchors: pending, ids };
}

const isMixed = ({ parentNode }: SourceElement): boolean =>
  parentNode?.childNodes.some((node) => 'value' in node && !BLANK.test(node.value)) ?? false;

const isEmptyNode = (node: SourceNode): boolean =>
  'value' in node
    ? BLANK.test(node.value)
    : node.nodeName !== 'img' &&
      kindOf(node.nodeName) !== 'media' &&
      'childNodes' in node &&
      node.childNodes.every(isEmptyNode);

const isVisibleNode = (node: ElementContent): boolean => {
  if (!isElement(node)) return node.type === 'text' && !BLANK.test(node.value);
  return (
    ['img', 'math'].includes(node.tagName) ||
    kindOf(node.tagName) === 'media' ||
    node.children.some(isVisibleNode)
  );
};

/** Converts an image map area to an item in the map's list of links. */
function readArea({ href = '', alt, title }: Attributes, item: string): ElementContent[] {
  const text = alt || title || toSafeLink(href);
  return text ? [createElement(item, {}, [createElement('a', { href }, [createText(text)])])] : [];
}
