import type { Element, ElementContent, Properties, Root } from 'hast';
import { isSource, linkable, mapLinks, mediaLink, picture, type RichTextOptions } from './media-links.ts';
import { checkLimit } from './parse-html.ts';
import { scrollingTable } from './scrolling-tables.ts';
import {
  isDisplayedAsBlock,
  isHidden,
  isUndone,
  listClass,
  looksOf,
  styleOf,
  tagsOf,
} from './style-meaning.ts';
import { createElement, isElement, KINDS, type Kind, RENAMED, textStart } from './tags.ts';

const MAX_NOTE_LENGTH = 100;
/** Blocks, and inline elements, in each other: deeper ones leave their content. */
const MAX_NESTED = 30;

/** A line end in the source between two Han characters is not a space. */
const HAN_LINE_END =
  /(?<=[\p{Script=Han}，。；：！？、）》」”])[ \t]*\r?\n[ \t]*(?=[\p{Script=Han}（《「“])/gu;
const BLANK = /^[\s\u200b-\u200d\u2060\ufeff]*$/u;
/** Word writes bullets as letters of a font of symbols. */
const WORD_BULLET = /^\s*[a-z§·Øü]\s*$/u;

const isBlank = (node: ElementContent): boolean =>
  node.type === 'text' ? BLANK.test(node.value) : isElement(node) && node.tagName === 'br';

/** `block`: receives what is written; `flow`: whether its text is in paragraphs, directly in it, or in lines only. */
type Place = {
  block: Root | Element;
  flow: 'paragraphs' | 'direct' | 'lines';
  depth: number;
  isInPre: boolean;
  language: Properties;
};

/** An open inline element. `element`: its part in the open line. */
type Mark = { tag: string; properties: Properties; element?: Element };

/**
 * Gives what editors write its meaning in tags. Inline content is written to the open line, and each line repeats the open inline elements, so
 * that none of them contains a block. `removed`: lost functions and hidden text.
 */
export function walk(nodes: readonly ElementContent[], options: RichTextOptions) {
  const root: Root = { type: 'root', children: [] };
  const removed = new Set<string>();
  const ids = new Set<string>();
  /** Ids that the next block or text gets. */
  const anchors: string[] = [];
  let marks: Mark[] = [];
  let line: Root | Element | undefined;
  let isBreakDue = false;
  let written = 0;

  const report = (what: string): void => void removed.add(what.slice(0, MAX_NOTE_LENGTH).toWellFormed());

  function count<T>(element: T): T {
    written += 1;
    checkLimit('tags', written);
    return element;
  }

  const createBlock = (tag: string, { language }: Place, properties: Properties = {}): Element =>
    count(createElement(tag, { ...language, ...properties, id: properties.id ?? anchors.shift() }));

  function openLine(place: Place): Root | Element {
    if (place.flow !== 'paragraphs') return place.block;
    const paragraph = createBlock('p', place);
    place.block.children.push(paragraph);
    return paragraph;
  }

  function endLine(place: Place): void {
    if (!line) return;
    for (const mark of marks) mark.element = undefined;
    isBreakDue = place.flow === 'lines';
    if (isBreakDue) return;
    while (line.children.length > 0 && isBlank(line.children.at(-1) as ElementContent)) line.children.pop();
    line = undefined;
  }

  /** Writes inline content. White space and line breaks do not begin a line. */
  function write(node: ElementContent, place: Place): void {
    const isVisible = !isBlank(node);
    if ((!line || isBreakDue) && !isVisible && !place.isInPre) return;
    line ??= openLine(place);
    if (isBreakDue) line.children.push(createElement('br'));
    isBreakDue = false;
    let parent = line;
    for (const mark of marks) {
      if (!mark.element) {
        if (!isVisible) break;
        mark.element = count(createElement(mark.tag, mark.properties));
        parent.children.push(mark.element);
      }
      parent = mark.element;
    }
    for (const id of anchors.splice(0)) parent.children.push(createElement('span', { id }));
    parent.children.push(isElement(node) ? count(node) : node);
  }

  function writeAll(children: readonly ElementContent[], place: Place): void {
    for (const node of children) {
      if (isElement(node)) writeElement(node, place);
      else if (node.type === 'text')
        write({ ...node, value: place.isInPre ? node.value : node.value.replace(HAN_LINE_END, '') }, place);
    }
  }

  function writeElement(node: Element, place: Place): void {
    node.tagName = RENAMED.get(node.tagName) ?? node.tagName;
    const { tagName: tag, children } = node;
    const style = styleOf(node);
    const kind = kindOf(tag, style, place);
    if (kind === 'hidden' || isHidden(node, style)) {
      if (tag === 'template' || textStart(node).trim()) report(`hidden <${tag}>`);
    } else if (kind === 'lost') report(`<${tag}>`);
    else if (tag === 'br' || tag === 'wbr') write(createElement(tag), place);
    else if (/;mso-list:ignore/u.test(style) && WORD_BULLET.test(textStart(node)))
      write({ type: 'text', value: '• ' }, place);
    else {
      const outside = marks;
      const id = newId(node);
      if (id !== undefined && kind !== 'block' && kind !== 'lines') anchors.push(id);
      marks = [...marks, ...marksOf(node, kind, style, place)];
      if (tag === 'img') write(picture(node, options, report), place);
      else if (kind === 'block' || kind === 'lines') writeBlock(node, kind, id, style, place);
      else if (kind === 'inline') writeAll(children, place);
      else if (kind === 'paragraph')
        writeApart(place, node.properties, (inside) => writeAll(children, inside));
      else {
        writeMedia(node, place);
        // Text in a film is for browsers that do not know the element.
        const inner = children.filter((one) => isElement(one) && !isSource(one));
        writeAll(kind === 'media' ? inner : children, place);
      }
      marks = outside;
    }
  }

  /** The inline elements that an element and its style mean. */
  function marksOf(
    { tagName, properties }: Element,
    kind: Kind | undefined,
    style: string,
    { block }: Place,
  ) {
    const own: Mark[] = [];
    if (marks.length > MAX_NESTED) return own;
    const { title, lang, dir } = properties;
    const href = tagName === 'a' ? linkable(properties.href, options) : undefined;
    if (tagName === 'a' && properties.href && !href) report(`link ${properties.href}`);
    const isBare = (tagName === 'a' && !href) || (tagName === 'span' && !lang && !dir);
    if (kind === 'inline' && !isBare && !isUndone(tagName, style))
      own.push({ tag: tagName, properties: { href, title, lang, dir } });
    const isBold = 'tagName' in block && /^(?:h\d|th)$/u.test(block.tagName);
    for (const tag of tagsOf(style)) {
      const isRepeated = [...marks, ...own].some((mark) => looksOf(mark.tag) === tag);
      // Cells and blocks are aligned by what means an exponent in a text.
      const isAlignment = tag.startsWith('su') && kind !== 'inline' && kind !== undefined;
      if (!isRepeated && !isAlignment && !(isBold && tag === 'strong')) own.push({ tag, properties: {} });
    }
    return own;
  }

  function writeBlock(node: Element, kind: Kind, id: string | undefined, style: string, place: Place): void {
    endLine(place);
    const { tagName: tag, properties } = node;
    const className = tag === 'ul' || tag === 'ol' ? listClass(node, style) : undefined;
    const block = createBlock(tag, place, { ...properties, id, className });
    const flow = kind === 'lines' ? 'lines' : tag === 'details' ? 'paragraphs' : 'direct';
    const isInPre = place.isInPre || tag === 'pre';
    const inside: Place = { block, flow, depth: place.depth + 1, isInPre, language: {} };
    writeAll(node.children, inside);
    isBreakDue = false;
    endLine({ ...inside, flow: 'direct' });
    if (block.children.length === 0 && !/^(?:hr|li|t[dh])$/u.test(tag)) {
      if (typeof block.properties.id === 'string') anchors.push(block.properties.id);
    } else place.block.children.push(tag === 'table' ? scrollingTable(block, options.tableLabel) : block);
  }

  /** Writes content apart from what is before and after it. */
  function writeApart(place: Place, { lang, dir }: Properties, writeContent: (inside: Place) => void): void {
    endLine(place);
    const flow = place.flow === 'lines' ? 'lines' : 'paragraphs';
    const language = { ...place.language, ...(lang && { lang }), ...(dir && { dir }) };
    const inside: Place = { ...place, flow, language };
    writeContent(inside);
    endLine(inside);
  }

  /** Writes the link that media leave, or the links of an image map. */
  function writeMedia(node: Element, place: Place): void {
    if (marks.some(({ tag }) => tag === 'a')) return;
    if (node.tagName === 'map') {
      endLine(place);
      place.block.children.push(...mapLinks(node, options));
    } else {
      const link = mediaLink(node, options, report);
      if (link) writeApart(place, {}, (inside) => write(link, inside));
    }
  }

  /** Id of an element if it is the first with it. */
  function newId({ tagName, properties }: Element): string | undefined {
    const id = String(properties.id || (tagName === 'a' && properties.name) || '');
    if (id === '' || /\s/u.test(id) || ids.has(id)) return undefined;
    ids.add(id);
    return id;
  }

  const whole: Place = { block: root, flow: 'paragraphs', depth: 0, isInPre: false, language: {} };
  writeAll(nodes, whole);
  endLine(whole);
  if (anchors.length > 0) root.children.push(createBlock('p', whole));
  return { root, ids, removed: [...removed] };
}

/** Kind of an element in its place. */
function kindOf(tag: string, style: string, { block, flow, depth }: Place): Kind | undefined {
  const kind = KINDS.get(tag);
  const parent = 'tagName' in block ? block.tagName : '';
  const isBlock = kind === 'block' || kind === 'lines';
  if (tag === 'li' && parent !== 'ul' && parent !== 'ol') return 'paragraph';
  if (isBlock && (flow === 'lines' || depth > MAX_NESTED)) return 'paragraph';
  return (kind === undefined || tag === 'span') && isDisplayedAsBlock(style) ? 'paragraph' : kind;
}
