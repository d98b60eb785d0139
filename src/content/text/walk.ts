import type { Element, ElementContent, Properties, Root } from 'hast';
import { isSource, linkable, mapLinks, mediaLink, picture, type RichTextOptions } from './media-links.ts';
import { checkLimit } from './parse-html.ts';
import {
  isAnchor,
  isBlank,
  isBlock,
  isBlockKind,
  isSeparator,
  orSeparator,
  runsOf,
  splitBlanks,
  withId,
} from './runs.ts';
import { scrollingTable } from './scrolling-tables.ts';
import {
  canonicalTag,
  isDisplayedAsBlock,
  isHidden,
  isUndone,
  listClass,
  styleOf,
  tagsOf,
} from './style-meaning.ts';
import { createElement, isElement, KINDS, type Kind, RENAMED, textStart } from './tags.ts';

const MAX_NOTE_LENGTH = 100;
/** Maximum depth of inline elements; deeper ones are replaced with their content. */
const MAX_MARKS = 30;

/** A line break in the source between two Han characters is not a space. */
const HAN_LINE_END =
  /(?<=[\p{Script=Han}，。；：！？、）》」”])[ \t]*\r?\n[ \t]*(?=[\p{Script=Han}（《「“])/gu;
/** Word writes bullets as letters of a symbol font. */
const WORD_BULLET = /^\s*[a-z§·Øü]\s*$/u;
const MAY_BE_EMPTY = /^(?:hr|li|t[dh])$/u;
const BOLD_BLOCK = /^(?:h\d|th)$/u;

/** Inline element that an element or its style means. */
type Mark = { tag: string; properties: Properties };

/** Context of content: the tags of the nearest block and of the inline elements. */
type Place = { block: string; marks: readonly string[] };

/** An editor's element and its purpose. */
type Source = { node: Element; tag: string; style: string; kind: Kind | undefined };

/**
 * Turns the meaning of editors' elements and styles into tags. An inline element that contains blocks moves into the blocks.
 * `removed`: lost functions and hidden text.
 */
export function walk(nodes: readonly ElementContent[], options: RichTextOptions) {
  const removed = new Set<string>();
  const ids = new Set<string>();
  let created = 0;

  const report = (what: string): void => void removed.add(what.slice(0, MAX_NOTE_LENGTH).toWellFormed());

  function create(tag: string, properties: Properties, children: ElementContent[]): Element {
    created += 1;
    checkLimit('tags', created);
    return createElement(tag, properties, children);
  }

  const inParagraph = (line: ElementContent[]): ElementContent[] => [create('p', {}, line)];

  const convertAll = (children: readonly ElementContent[], place: Place): ElementContent[] =>
    children.flatMap((node) => {
      if (isElement(node)) return convert(node, place);
      if (node.type !== 'text') return [];
      return place.block === 'pre' ? node : { ...node, value: node.value.replace(HAN_LINE_END, '') };
    });

  /** Returns blocks and inline content. */
  function convert(node: Element, place: Place): ElementContent[] {
    const source = readSource(node, place);
    const { tag, style, kind } = source;
    if (kind === 'lost' || kind === 'hidden') {
      if (kind === 'lost') report(`<${tag}>`);
      else if (tag === 'template' || textStart(node).trim()) report(`hidden <${tag}>`);
      return [];
    }
    if (tag === 'br' || tag === 'wbr') return [createElement(tag)];
    if (/;mso-list:ignore/u.test(style) && WORD_BULLET.test(textStart(node)))
      return [{ type: 'text', value: '• ' }];
    const id = newId(node);
    if (tag === 'img') return withId([picture(node, options, report)], id);
    const marks = marksOf(source, place);
    const inside = {
      block: isBlockKind(kind) ? tag : place.block,
      marks: [...place.marks, ...marks.map((mark) => mark.tag), ...(BOLD_BLOCK.test(tag) ? ['strong'] : [])],
    };
    const content = convertAll(kind === 'media' ? fallbackOf(node) : node.children, inside);
    return withId(marks.reduceRight(enclose, meaningOf(source, content, place)), id);
  }

  /** Returns the inline elements that an element and its style mean. */
  function marksOf({ node, tag, style, kind }: Source, { marks }: Place): Mark[] {
    if (marks.length > MAX_MARKS) return [];
    const { title, lang, dir } = node.properties;
    const href = tag === 'a' ? linkable(node.properties.href, options) : undefined;
    if (tag === 'a' && node.properties.href && !href) report(`link ${node.properties.href}`);
    const isBare = (tag === 'a' && !href) || (tag === 'span' && !lang && !dir) || isUndone(tag, style);
    const own = kind === 'inline' && !isBare ? [{ tag, properties: { href, title, lang, dir } }] : [];
    const looks = [...marks, ...own.map((mark) => mark.tag)].map(canonicalTag);
    // In cells and blocks, the declaration aligns; only in a text does it mean an exponent.
    const isText = kind === 'inline' || kind === undefined;
    const meant = tagsOf(style).filter((one) => !looks.includes(one) && (isText || !one.startsWith('su')));
    return [...own, ...meant.map((one) => ({ tag: one, properties: {} }))];
  }

  /** Returns an element's meaning with its converted content, without its marks. */
  function meaningOf(source: Source, content: ElementContent[], { marks }: Place): ElementContent[] {
    const { node, kind } = source;
    if (isBlockKind(kind)) return blockOf(source, content);
    if (kind === 'paragraph') return orSeparator(inLanguageOf(node, tidy(content, inParagraph)));
    if (kind === 'inline' || marks.includes('a')) return content;
    if (node.tagName === 'map') return mapLinks(node, options);
    const link = mediaLink(node, options, report);
    return link ? [...inParagraph([link]), ...content] : content;
  }

  function blockOf({ node, tag, style, kind }: Source, content: ElementContent[]): ElementContent[] {
    const tidied = tag === 'pre' ? content : tidy(content, tag === 'details' ? inParagraph : undefined);
    const children = kind === 'lines' ? linesOf(tidied) : tidied;
    if (children.every(isBlank) && !MAY_BE_EMPTY.test(tag)) return orSeparator(children.filter(isAnchor));
    const className = tag === 'ul' || tag === 'ol' ? listClass(node, style) : undefined;
    const block = create(tag, { ...node.properties, id: undefined, className }, children);
    return [tag === 'table' ? scrollingTable(block, options.tableLabel) : block];
  }

  /** Wraps inline content in an inline element, even inside blocks. */
  function enclose(content: readonly ElementContent[], mark: Mark): ElementContent[] {
    return runsOf(content).flatMap((run) => {
      if (!Array.isArray(run)) {
        run.children = enclose(run.children, mark);
        return run;
      }
      const { before, visible, after } = splitBlanks(run);
      return visible.length > 0 ? [...before, create(mark.tag, mark.properties, visible), ...after] : run;
    });
  }

  /** Returns the id of an element if it is the first with this id. */
  function newId({ tagName, properties }: Element): string | undefined {
    const id = String(properties.id || (tagName === 'a' && properties.name) || '');
    if (id === '' || /\s/u.test(id) || ids.has(id)) return undefined;
    ids.add(id);
    return id;
  }

  const children = tidy(convertAll(nodes, { block: '', marks: [] }), inParagraph);
  const root: Root = { type: 'root', children };
  return { root, ids, removed: [...removed] };
}

function readSource(node: Element, { block }: Place): Source {
  const tag = RENAMED.get(node.tagName) ?? node.tagName;
  const style = styleOf(node);
  let kind = KINDS.get(tag);
  if (isHidden(node, style)) kind = 'hidden';
  else if (tag === 'li' && block !== 'ul' && block !== 'ol') kind = 'paragraph';
  else if ((kind === undefined || tag === 'span') && isDisplayedAsBlock(style)) kind = 'paragraph';
  return { node, tag, style, kind };
}

/** Returns the text in a video, which is for browsers that do not know the element. */
const fallbackOf = ({ children }: Element): Element[] =>
  children.filter(isElement).filter((child) => !isSource(child));

/** Passes the language of a section to its paragraphs and blocks. */
function inLanguageOf({ properties: { lang, dir } }: Element, content: ElementContent[]): ElementContent[] {
  for (const node of lang || dir ? content.filter(isBlock) : [])
    node.properties = { ...(lang && { lang }), ...(dir && { dir }), ...node.properties };
  return content;
}

/** Trims the lines between blocks. Removes empty paragraphs, which only separate lines. */
function tidy(content: ElementContent[], toBlock = (line: ElementContent[]) => line): ElementContent[] {
  if (content.every((node) => isBlock(node) && !isSeparator(node))) return content;
  return runsOf(content).flatMap((run) => {
    if (!Array.isArray(run)) return isSeparator(run) ? withId([], run.properties.id) : run;
    const { before, visible, after } = splitBlanks(run);
    const line = [...before.filter(isAnchor), ...visible, ...after.filter(isAnchor)];
    return visible.length > 0 ? toBlock(line) : line;
  });
}

/** Returns the lines that do not contain a block. */
const linesOf = (content: readonly ElementContent[]): ElementContent[] =>
  runsOf(content).flatMap((run, at) => [
    ...(at > 0 ? [createElement('br')] : []),
    ...(Array.isArray(run) ? run : withId(linesOf(run.children), run.properties.id)),
  ]);
