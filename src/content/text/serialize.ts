import type { Nodes, Properties, Root } from 'hast';
import { decodePart } from '../menu/slug.ts';
import { IMAGE_SIZES } from './elements.ts';

/** `width` and `height`: attributes, mostly the size of the file; the other sizes are the editor's. `fallback`: text without `alt`. */
export type TextImage = {
  src: string;
  alt: string;
  width?: number;
  height?: number;
  displayWidth?: number;
  displayHeight?: number;
  maxWidth?: number;
  isInline?: boolean;
  fallback?: string;
};

/** HTML, split at its images, because each page chooses their files and sizes. */
export type Html = (string | TextImage)[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '\u00a0': '&nbsp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const toEntity = (character: string): string => ENTITIES[character] ?? character;

export const serializeText = (text: string): string => text.replace(/[&\u00a0<>]/gu, toEntity);

/** Returns a start tag. Every `<` in its attributes is an entity, so that `<` in HTML always begins a tag. */
export function serializeTag(tagName: string, attributes: Record<string, unknown>): string {
  let tag = `<${tagName}`;
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined)
      tag += ` ${name.toLowerCase()}="${`${value}`.replace(/[&\u00a0<>"]/gu, toEntity)}"`;
  return `${tag}>`;
}

const EMPTY_TAG = /^(?:br|wbr|hr)$/u;

/** Serialises a tree with these anchors. `imageText` is the text of images without their own. */
export function serializeTree(root: Root, anchors: ReadonlySet<string>, imageText: string): Html {
  const parts: Html = [];
  let html = '';

  function add(node: Nodes): void {
    if (node.type === 'text') html += serializeText(node.value);
    if (node.type !== 'element') return;
    const { tagName, properties, children } = node;
    if (tagName === 'img') {
      parts.push(html, toTextImage(properties, imageText));
      html = '';
      return;
    }
    html += serializeTag(tagName, nameAnchor(properties, anchors));
    if (EMPTY_TAG.test(tagName)) return;
    children.forEach(add);
    html += `</${tagName}>`;
  }

  root.children.forEach(add);
  return [...parts, html];
}

/** Adds `data-anchor` to an anchor and to links to it: its name, after which pages insert a number if it is not unique. */
function nameAnchor(properties: Properties, anchors: ReadonlySet<string>): Properties {
  const { id, href, ...others } = properties;
  const name = id ?? decodePart(/^#(.+)/u.exec(`${href ?? ''}`)?.[1] ?? '');
  return anchors.has(`${name}`) ? { id, href, 'data-anchor': name, ...others } : properties;
}

function toTextImage({ src, alt, ...properties }: Properties, imageText: string): TextImage {
  const [width, height, displayWidth, displayHeight, maxWidth] = IMAGE_SIZES.map((name) => {
    const size = Number(properties[name]);
    return size > 0 ? size : undefined;
  });
  return {
    src: String(src ?? ''),
    alt: String(alt ?? ''),
    ...{ width, height, displayWidth, displayHeight, maxWidth },
    isInline: properties.class === 'inline' || undefined,
    fallback: alt ? undefined : imageText,
  };
}
