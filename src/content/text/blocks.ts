import type { Element, ElementContent, Properties } from 'hast';
import { BLANK, createElement, isBlock, isElement, kindOf } from './elements.ts';
import { convertImage, markInlineImages, readPicture, sizeFigure, sizeOnlyImage } from './images.ts';
import { convertLink, createMediaLink, isSource, type ReportingOptions } from './media-links.ts';
import type { Count } from './parse-html.ts';
import { listLayoutCells, wrapTable } from './scrolling-tables.ts';

const MAY_BE_EMPTY_TAG = /^(?:hr|li|t[dh])$/u;

/** Returns whether converted content is invisible at either end of a line. */
const isBlank = (node: ElementContent): boolean =>
  isElement(node, 'br', 'wbr') || (node.type === 'text' && BLANK.test(node.value));

const isIndent = (node: ElementContent): boolean => node.type === 'text' && node.data !== undefined;

const hasLink = (node: ElementContent): boolean =>
  isElement(node) && (node.tagName === 'a' || node.children.some(hasLink));

/** Splits content into single separate nodes and runs of the nodes between them. */
function splitRuns(
  content: readonly ElementContent[],
  isSeparate: (node: ElementContent) => node is Element,
): (Element | ElementContent[])[] {
  const parts: (Element | ElementContent[])[] = [];
  for (const node of content) {
    const last = parts.at(-1);
    if (isSeparate(node)) parts.push(node);
    else if (Array.isArray(last)) last.push(node);
    else parts.push([node]);
  }
  return parts;
}

/** Splits content into blocks and lines between them, without empty blocks and blanks at the ends of lines. Marks inline images. */
const splitLines = (content: readonly ElementContent[], keepsEmpty = false): (Element | ElementContent[])[] =>
  splitRuns(content, isBlock).flatMap((part) => {
    if (!Array.isArray(part))
      return keepsEmpty || part.children.length > 0 || MAY_BE_EMPTY_TAG.test(part.tagName) ? [part] : [];
    const isVisible = (node: ElementContent): boolean => !isBlank(node);
    const first = part.findIndex(isVisible);
    const start = part.findIndex((node, at) => at === first || (at < first && isIndent(node)));
    if (start === -1) return [];
    const line = part.slice(start, part.findLastIndex(isVisible) + 1);
    markInlineImages(line);
    return [line];
  });

/** Converts the lines of content to paragraphs. Blocks without a language or direction of their own inherit it. */
export const toParagraphs = (content: readonly ElementContent[], { lang, dir }: Properties = {}): Element[] =>
  splitLines(content).map((part) => {
    const block = Array.isArray(part) ? createElement('p', {}, part) : part;
    if (lang) block.properties.lang ??= lang;
    if (dir) block.properties.dir ??= dir;
    return block;
  });

/** Converts lines to paragraphs. An empty paragraph separates the lines around it. */
function toSeparateParagraphs(content: readonly ElementContent[], properties: Properties): Element[] {
  const paragraphs = toParagraphs(content, properties);
  return paragraphs.length > 0 ? paragraphs : [createElement('p')];
}

/** Joins the lines of content, also of its blocks, with line breaks. */
const joinLines = (content: readonly ElementContent[], keepsEmpty = false): ElementContent[] =>
  splitLines(content, keepsEmpty)
    .map((part) => (Array.isArray(part) ? part : joinLines(part.children, keepsEmpty)))
    .filter((line) => keepsEmpty || line.length > 0)
    .flatMap((line, at) => (at > 0 ? [createElement('br'), ...line] : line));

/** Separates lines with a line break if there is no block between them. */
const separateLines = (content: readonly ElementContent[]): ElementContent[] =>
  splitLines(content).flatMap((part, at, parts) =>
    Array.isArray(part) && Array.isArray(parts[at - 1]) ? [createElement('br'), ...part] : part,
  );

/** Returns a function that converts nodes to blocks, which contain blocks or lines, which contain inline elements. */
export function createConverter(options: ReportingOptions, count: Count) {
  /** Moves an inline element into the blocks inside it, and a link into the elements around other links. */
  function splitInline(inline: Element, content: readonly ElementContent[]): ElementContent[] {
    const { href = '', title = '' } = inline.properties;
    const isOutside = (node: ElementContent): node is Element =>
      isBlock(node) || (inline.tagName === 'a' && hasLink(node));
    return splitRuns(content, isOutside).flatMap((part) => {
      if (Array.isArray(part)) return part.every(isBlank) ? part : [{ ...inline, children: part }];
      if (part.tagName === 'a') return [part];
      // Each copy repeats the attributes.
      count('tags');
      count('characters', `${href}${title}`.length);
      return [{ ...part, children: splitInline(inline, part.children) }];
    });
  }

  return function convert(node: ElementContent): ElementContent[] {
    // In the source tree, only anchors have an id.
    if (!isElement(node) || node.properties.id || node.tagName === 'math') return [node];
    const { tagName, properties } = node;
    const { lang, dir } = properties;
    const kind = kindOf(tagName);
    const isMedia = kind === 'media' || kind === undefined;
    const content = isMedia ? node.children.filter((child) => !isSource(child)) : node.children;
    if (tagName === 'picture') readPicture(node);
    const children = content.flatMap(convert);
    if (properties.style) sizeOnlyImage(node, children);
    switch (kind) {
      case 'empty':
        return tagName === 'img' ? convertImage(node, options) : [node];
      case 'inline': {
        const inline = tagName === 'a' ? convertLink(node, options) : node;
        const isBare = inline.tagName === 'span' && !lang && !dir && !properties.class;
        return isBare ? children : splitInline(inline, children);
      }
      case 'paragraph': {
        // Avoids arranging the same blocks once for each container around them.
        const isArranged = !lang && !dir && children.every(isBlock);
        return isArranged && children.length > 0 ? children : toSeparateParagraphs(children, properties);
      }
      case 'lines':
        return [{ ...node, children: joinLines(children, tagName === 'pre') }];
      case 'block': {
        const arranged = tagName === 'details' ? toParagraphs(children) : separateLines(children);
        const block = { ...node, children: arranged };
        if (tagName === 'figure') sizeFigure(block);
        if (tagName !== 'table') return [block];
        const cells = listLayoutCells(block);
        return cells.length > 0
          ? cells.flatMap((cell) => toSeparateParagraphs(cell.children, cell.properties))
          : [wrapTable(block, options.tableLabel)];
      }
      default:
        return [...createMediaLink(node, options), ...children];
    }
  };
}
