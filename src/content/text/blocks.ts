import type { Element, ElementContent, Properties } from 'hast';
import { BLANK, createElement, isBlock, isElement, kindOf } from './elements.ts';
import {
  convertImage,
  convertLink,
  createMediaLink,
  isSource,
  type ReportingOptions,
} from './media-links.ts';
import { createCounter } from './parse-html.ts';
import { wrapTable } from './scrolling-tables.ts';

const MAY_BE_EMPTY_TAG = /^(?:hr|li|t[dh])$/u;

/** Returns whether content is invisible at the start or the end of a line. */
const isBlank = (node: ElementContent): boolean =>
  isElement(node)
    ? !node.properties.id && node.tagName !== 'img' && node.children.every(isBlank)
    : node.type !== 'text' || BLANK.test(node.value);

/** Splits content into single separate nodes and runs of the nodes between them. */
function splitRuns<Separate extends ElementContent>(
  content: readonly ElementContent[],
  isSeparate: (node: ElementContent) => node is Separate,
) {
  const parts: (Separate | ElementContent[])[] = [];
  for (const node of content) {
    const last = parts.at(-1);
    if (isSeparate(node)) parts.push(node);
    else if (Array.isArray(last)) last.push(node);
    else parts.push([node]);
  }
  return parts;
}

/** Splits content into its blocks and the lines between them. Removes empty blocks, and blanks at the ends of lines. */
const splitLines = (content: readonly ElementContent[]): (Element | ElementContent[])[] =>
  splitRuns(content, isBlock).flatMap((part) => {
    if (!Array.isArray(part))
      return part.children.length > 0 || MAY_BE_EMPTY_TAG.test(part.tagName) ? [part] : [];
    const isVisible = (node: ElementContent): boolean => !isBlank(node);
    const start = part.findIndex(isVisible);
    return start === -1 ? [] : [part.slice(start, part.findLastIndex(isVisible) + 1)];
  });

/** Converts the lines of content to paragraphs. The properties apply to all its blocks. */
export const toParagraphs = (content: readonly ElementContent[], properties?: Properties): Element[] =>
  splitLines(content).map((part) => {
    if (Array.isArray(part)) return createElement('p', properties, part);
    if (properties) part.properties = { ...properties, ...part.properties };
    return part;
  });

/** Joins the lines of content, also of its blocks, with line breaks. */
const joinLines = (content: readonly ElementContent[]): ElementContent[] =>
  splitLines(content)
    .map((part) => (Array.isArray(part) ? part : joinLines(part.children)))
    .flatMap((line, at) => (at > 0 ? [createElement('br'), ...line] : line));

/** Returns a function that converts nodes to blocks, which contain blocks or lines, which contain inline elements. */
export function createConverter(options: ReportingOptions) {
  const count = createCounter();

  /** Moves an inline element into the blocks inside it. A link cannot contain another one. */
  function splitInline(inline: Element, content: readonly ElementContent[]): ElementContent[] {
    count('tags');
    const isOutside = (node: ElementContent): node is Element =>
      isBlock(node) || (inline.tagName === 'a' && isElement(node, 'a'));
    return splitRuns(content, isOutside).flatMap((part) => {
      if (Array.isArray(part)) return part.every(isBlank) ? part : [{ ...inline, children: part }];
      if (isBlock(part)) part.children = splitInline(inline, part.children);
      return [part];
    });
  }

  return function convert(node: ElementContent): ElementContent[] {
    // Only anchors have an id.
    if (!isElement(node) || node.properties.id) return [node];
    const isMedia = kindOf(node.tagName) === 'media';
    const content = isMedia ? node.children.filter((child) => !isSource(child)) : node.children;
    const children = content.flatMap(convert);
    const { tagName, properties } = node;
    const { lang, dir } = properties;
    switch (kindOf(node.tagName)) {
      case 'empty':
        return tagName === 'img' ? convertImage(node, options) : [node];
      case 'inline': {
        const inline = tagName === 'a' ? convertLink(node, options) : node;
        const isBare = inline.tagName === 'span' && !lang && !dir && !properties.class;
        return isBare ? children : splitInline(inline, children);
      }
      case 'paragraph': {
        const isArranged = !lang && !dir && children.every(isBlock);
        const shared = { ...(lang && { lang }), ...(dir && { dir }) };
        const paragraphs = isArranged ? children : toParagraphs(children, shared);
        // An empty paragraph separates the lines around it.
        return paragraphs.length > 0 ? paragraphs : [createElement('p')];
      }
      case 'lines':
        return [{ ...node, children: joinLines(children) }];
      case 'block': {
        const arranged = tagName === 'details' ? toParagraphs(children) : splitLines(children).flat();
        const block = { ...node, children: arranged };
        return [tagName === 'table' ? wrapTable(block, options.tableLabel) : block];
      }
      default:
        return [...createMediaLink(node, options), ...children];
    }
  };
}
