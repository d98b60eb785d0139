import type { Element } from 'hast';
import { kindOf } from '../elements.ts';
import { type Attributes, isSvgElement, type SourceElement, type SourceNode } from '../parse-html.ts';
import { createList, isList, type List } from './lists.ts';
import { inherit, isCancelled, type StyledElement } from './styles.ts';

const RENAMED_TAGS = new Map(Object.entries({ strike: 's', menu: 'ul', map: 'ul', area: 'li' }));
/** Parts of drawings that contain HTML, text or images. Their shapes are not shown. */
const SVG_TAGS = new Map(
  'svg:span g:span switch:span tspan:span a:a foreignObject:div text:div image:img'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
const SVG_CONTAINER = /^(?:svg|g|switch)$/u;

/** Known tags and marks around content, inherited declarations, and its list. */
export type Context = { tags: ReadonlySet<string>; inherited: Attributes; list?: List };

/** Returns the tag that has the meaning of an element, or undefined if it is removed. */
export function findTag(node: SourceElement, style: Attributes, { tags }: Context): string | undefined {
  const name = isSvgElement(node)
    ? SVG_TAGS.get(node.tagName)
    : (RENAMED_TAGS.get(node.tagName) ?? node.tagName);
  const tag = name && (style.tag ?? name);
  if (!tag || kindOf(tag) === 'removed') return undefined;
  if (isCancelled(tag, style)) return 'span';
  const isStrayItem = tag === 'li' && !tags.has('ul') && !tags.has('ol');
  return isStrayItem ? 'p' : tag;
}

/** Returns the shown content of an element. The text inside a video is a fallback for browsers that do not support the element. */
export function listContent(node: SourceElement, tag: string): SourceNode[] {
  const isContainer = kindOf(tag) === 'media' || (isSvgElement(node) && SVG_CONTAINER.test(node.tagName));
  return isContainer ? node.childNodes.filter((child) => 'tagName' in child) : node.childNodes;
}

/** Returns the context inside an element with marks around its content, innermost first. */
export function createInnerContext(
  { tags, inherited, list }: Context,
  { tag, style, attributes }: StyledElement,
  marks: readonly Element[],
): Context {
  const kind = kindOf(tag);
  const names = marks.map(({ tagName, properties }) => String(properties.class ?? tagName));
  // A list has its items directly inside it.
  const around = kind === 'block' ? [...tags].filter((one) => !isList(one)) : tags;
  return {
    tags: new Set([...names, ...(kind ? [tag] : []), ...around]),
    inherited: inherit(inherited, style),
    list: isList(tag) ? createList(tag, style, attributes, list) : list,
  };
}
