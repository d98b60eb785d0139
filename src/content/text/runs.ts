import type { Element, ElementContent } from 'hast';
import { createElement, isElement, KINDS, type Kind } from './tags.ts';

const BLANK = /^[\s\u200b-\u200d\u2060\ufeff]*$/u;

export const isBlockKind = (kind: Kind | undefined): kind is 'block' | 'lines' =>
  kind === 'block' || kind === 'lines';

/** Returns whether a converted element is a block. `p` and `div` are of the kind `paragraph`. */
export function isBlock(node: ElementContent): node is Element {
  const kind = isElement(node) ? KINDS.get(node.tagName) : undefined;
  return isBlockKind(kind) || kind === 'paragraph';
}

/** Returns whether an element only carries an id. */
export const isAnchor = (node: ElementContent): boolean =>
  isElement(node) && node.tagName === 'span' && node.children.length === 0;

export const isBlank = (node: ElementContent): boolean =>
  node.type === 'text'
    ? BLANK.test(node.value)
    : isAnchor(node) || (isElement(node) && node.tagName === 'br');

/** Returns whether a paragraph is empty and only ends the line before it. */
export const isSeparator = ({ tagName, children }: Element): boolean =>
  tagName === 'p' && children.length === 0;

export const orSeparator = (content: ElementContent[]): ElementContent[] =>
  content.some(isBlock) ? content : [...content, createElement('p')];

/** Splits content into blocks and the inline content between them. */
export function runsOf(content: readonly ElementContent[]): (Element | ElementContent[])[] {
  const runs: (Element | ElementContent[])[] = [];
  for (const node of content) {
    const last = runs.at(-1);
    if (isBlock(node)) runs.push(node);
    else if (Array.isArray(last)) last.push(node);
    else runs.push([node]);
  }
  return runs;
}

/** Splits inline content into the visible part and the parts before and after it. */
export function splitBlanks(run: readonly ElementContent[]) {
  const end = run.findLastIndex((node) => !isBlank(node)) + 1;
  const start = end === 0 ? 0 : run.findIndex((node) => !isBlank(node));
  return { before: run.slice(0, start), visible: run.slice(start, end), after: run.slice(end) };
}

/** Gives an id to the first block of the content, or inserts an anchor before the content. */
export function withId(content: ElementContent[], id: unknown): ElementContent[] {
  if (typeof id !== 'string') return content;
  const [first] = content;
  if (!first || !isBlock(first)) return [createElement('span', { id }), ...content];
  first.children = withId(first.children, first.properties.id);
  first.properties.id = id;
  return content;
}
