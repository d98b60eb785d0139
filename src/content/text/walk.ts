import type { Element, ElementContent, Properties } from 'hast';
import {
  classifySource,
  createElement,
  isLines,
  isLink,
  isMediaSource,
  readTextStart,
  type Source,
} from './elements.ts';
import {
  createAreaLink,
  createImage,
  createMediaLink,
  findMediaUrl,
  type RichTextOptions,
  toLinkHref,
} from './media-links.ts';
import { createCounter, type SourceNode } from './parse-html.ts';
import { joinHanLines, splitPhrases } from './plain-text.ts';
import { wrapTable } from './scrolling-tables.ts';
import * as styles from './styles.ts';

const MAX_REPORT_LENGTH = 100;
/** Maximum number of headings split into phrases, which is slow. Further headings break anywhere. */
const MAX_PHRASED_HEADINGS = 200;

const BLANK = /^[\s\u200b-\u200d\u2060\ufeff]*$/u;
/** Word writes bullets as letters of a symbol font. */
const WORD_BULLET = /^\s*[a-z§·Øü\ue000-\uf8ff]\s*$/u;
const HEADING_TAG = /^h\d$/u;
const MAY_BE_EMPTY_TAG = /^(?:hr|li|t[dh])$/u;

/** Position of content: a block and the inline elements inside it. */
type Position = {
  block: Element;
  marks: readonly Element[];
  /** Attributes of the paragraphs around lines; undefined if lines are directly in the block. */
  paragraph?: Properties;
};

/**
 * Converts elements and styles, by their meaning, into blocks, which contain lines, which contain inline elements. `removed`
 * describes lost elements and hidden text.
 */
export function walk(nodes: readonly SourceNode[], options: RichTextOptions) {
  const root = createElement('div');
  const ids = new Set<string>();
  const removed = new Set<string>();
  const count = createCounter('tags');
  let headings = 0;

  /** Elements of the open line: the block or paragraph, and its inline elements. */
  let line: Element[] = [];
  /** Spaces and line breaks that are dropped at the end of a line. */
  let blanks: ElementContent[] = [];
  /** Anchors that wait for visible content. */
  let anchors: Element[] = [];

  const report = (what: string): void => void removed.add(what.slice(0, MAX_REPORT_LENGTH).toWellFormed());

  function append({ children }: Element, tag: string, properties: Properties): Element {
    count(1);
    const element = createElement(tag, properties);
    children.push(element);
    return element;
  }

  function endLine({ block }: Position): void {
    if (!isLines(block)) line = [];
    else if (line.length > 0) blanks = [createElement('br')];
  }

  /** Adds visible content to the current line, or to a new one if no line is open. */
  function add({ block, marks: outer, paragraph }: Position, content: ElementContent): void {
    // A link cannot contain another one.
    const marks = isLink(content) ? outer.filter((mark) => !isLink(mark)) : outer;
    if (line.length === 0) {
      blanks = [];
      line = [paragraph && !isLines(block) ? append(block, 'p', paragraph) : block];
    }
    const closed = marks.findIndex(({ properties }, at) => line[at + 1]?.properties !== properties);
    line.length = 1 + (closed === -1 ? marks.length : closed);
    let parent = line.at(-1) ?? block;
    parent.children.push(...blanks, ...anchors);
    blanks = [];
    anchors = [];
    for (const { tagName, properties } of marks.slice(line.length - 1)) {
      parent = append(parent, tagName, properties);
      line.push(parent);
    }
    parent.children.push(content);
  }

  function addText(place: Position, given: string): void {
    const { tagName } = place.block;
    const text = tagName === 'pre' ? given : joinHanLines(given);
    if (BLANK.test(text)) return void blanks.push({ type: 'text', value: text });
    if (HEADING_TAG.test(tagName)) headings += 1;
    const isPhrased = HEADING_TAG.test(tagName) && headings <= MAX_PHRASED_HEADINGS;
    for (const [at, value] of (isPhrased ? splitPhrases(text) : [text]).entries()) {
      if (at > 0) add(place, createElement('wbr'));
      add(place, { type: 'text', value });
    }
  }

  function addBlock(
    place: Position,
    tag: string,
    properties: Properties,
    fill: (inside: Position) => void,
  ): void {
    const { block: parent, marks, paragraph } = place;
    endLine(place);
    const block = append(parent, tag, { ...paragraph, ...properties });
    fill({ block, marks, paragraph: tag === 'details' ? {} : undefined });
    line = [];
    if (block.children.length === 0 && !MAY_BE_EMPTY_TAG.test(tag)) parent.children.pop();
    else if (tag === 'table') parent.children.splice(-1, 1, wrapTable(block, options.tableLabel));
  }

  function addMedia({ node, tag, attributes, kind }: Source, place: Position): void {
    const url = findMediaUrl(node);
    const link = createMediaLink(tag, url, attributes, options);
    if (link) {
      endLine(place);
      add({ ...place, paragraph: place.paragraph ?? {} }, link);
      endLine(place);
    } else if (url !== '' || tag === 'iframe') report(`<${tag}> ${url}`);
    // The text inside a video is a fallback for browsers that do not support the element.
    const isShown = (child: SourceNode): boolean =>
      !isMediaSource(child) && (kind !== 'media' || 'tagName' in child);
    convertAll(node.childNodes.filter(isShown), place);
  }

  /** Creates the inline elements that express the meaning of an element and its style. */
  function createMarks({ tag, attributes, style, kind }: Source, { block, marks }: Position): Element[] {
    const href = tag === 'a' ? toLinkHref(attributes.href, options) : undefined;
    if (tag === 'a' && attributes.href && !href) report(`link ${attributes.href}`);
    const isBareSpan = tag === 'span' && !attributes.lang && !attributes.dir;
    const isMeant = tag === 'a' ? href !== undefined : !isBareSpan && !styles.isCancelled(tag, style);
    const properties = { ...attributes, href, id: undefined, class: undefined };
    const own = kind === 'inline' && isMeant ? [createElement(tag, properties)] : [];
    const outer = [...marks.map(({ tagName }) => tagName), tag, block.tagName];
    // `vertical-align` makes a superscript or subscript only in a text. In cells and blocks it sets the alignment.
    const isText = kind === 'inline' || kind === undefined;
    const meant = styles.tagsForStyle(style, outer).filter((one) => isText || !one.startsWith('su'));
    return [...own, ...meant.map((one) => createElement(one))];
  }

  /** Creates an anchor for the first element with an id. */
  function addAnchor({ tag, attributes }: Source): void {
    const id = attributes.id || (tag === 'a' && attributes.name);
    if (!id || ids.has(id) || /\s/u.test(id)) return;
    ids.add(id);
    anchors.push(createElement('span', { id }));
  }

  function convertAll(children: readonly SourceNode[], place: Position): void {
    for (const node of children) {
      if ('tagName' in node) convert(classifySource(node, place.block), place);
      else if ('value' in node) addText(place, node.value);
    }
  }

  function convert(source: Source, place: Position): void {
    const { node, tag, attributes, style, kind } = source;
    if (kind === 'lost' || kind === 'hidden')
      return void report(kind === 'lost' ? `<${tag}>` : `hidden <${tag}>`);
    addAnchor(source);
    const outer = place.marks.filter(({ tagName }) => !styles.isReset(tagName, style));
    const inside = { ...place, marks: [...outer, ...createMarks(source, place)] };
    if (tag === 'br' || tag === 'wbr') blanks.push(createElement(tag));
    else if (style.includes(';mso-list:ignore') && WORD_BULLET.test(readTextStart(node)))
      addText(place, '• ');
    else if (tag === 'img') {
      const shown = createImage(attributes, options, report);
      if (shown) add(place, shown);
    } else if (node.tagName === 'area') {
      const link = kind === 'block' && createAreaLink(attributes, options);
      if (link) addBlock(place, tag, {}, (item) => add(item, link));
    } else if (kind === 'block' || kind === 'lines') {
      const listClass = styles.findListClass(tag, style, attributes.type ?? attributes['data-list']);
      const properties = { ...attributes, id: undefined, class: listClass };
      addBlock(inside, tag, properties, (block) => convertAll(node.childNodes, block));
    } else if (kind === 'paragraph' || (kind === 'inline' && styles.isBlockStyle(style))) {
      const { lang, dir } = attributes;
      const paragraph = { ...place.paragraph, ...(lang && { lang }), ...(dir && { dir }) };
      endLine(place);
      convertAll(node.childNodes, { ...inside, paragraph });
      endLine(place);
    } else if (kind === 'inline') convertAll(node.childNodes, inside);
    else addMedia(source, inside);
  }

  convertAll(nodes, { block: root, marks: [], paragraph: {} });
  root.children.push(...anchors);
  return { children: root.children, ids, removed: [...removed] };
}
