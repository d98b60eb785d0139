import type { Element, Nodes, Properties } from 'hast';
import { decodePart } from '../urls.ts';
import { IMAGE_SIZES } from './elements.ts';

/** `width` and `height`: attributes, mostly the size of the file; the other sizes are the editor's. `fallback`: text without `alt`. */
export type TextImage = {
  kind: 'image';
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

/** `level` is that of the source. Pages number the levels of their texts without gaps. */
export type TextHeading = { kind: 'heading'; level: number; attributes: Properties; content: Html };

/** HTML, split at what depends on the page: levels of headings, files and sizes of images. */
export type Html = (string | TextHeading | TextImage)[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '\u00a0': '&nbsp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const toEntity = (character: string): string => ENTITIES[character] ?? character;

export const serializeText = (text: string): string => text.replace(/[&\u00a0<>]/gu, toEntity);

/** Returns a start tag. */
export function serializeTag(tagName: string, attributes: Record<string, unknown>): string {
  let tag = `<${tagName}`;
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined)
      tag += ` ${name.toLowerCase()}="${`${value}`.replace(/[&\u00a0<>"]/gu, toEntity)}"`;
  return `${tag}>`;
}

const EMPTY_TAG = /^(?:br|wbr|hr)$/u;

const HEADING_TAG = /^h[1-6]$/u;

type Options = { anchors: ReadonlySet<string>; imageText: string };

/** Serialises nodes. Ids that are `anchors` may get a suffix. `imageText` is the text of images without their own. */
export function serializeNodes(nodes: readonly Nodes[], options: Options): Html {
  const parts: Html = [];
  let html = '';

  function addNode(node: Nodes): void {
    if (node.type === 'text') html += serializeText(node.value);
    if (node.type !== 'element') return;
    const part = toPart(node, options);
    if (part) {
      parts.push(html, part);
      html = '';
      return;
    }
    html += serializeTag(node.tagName, nameAnchor(node.properties, options.anchors));
    if (EMPTY_TAG.test(node.tagName)) return;
    node.children.forEach(addNode);
    html += `</${node.tagName}>`;
  }

  nodes.forEach(addNode);
  return [...parts, html];
}

function toPart({ tagName, properties, children }: Element, options: Options) {
  if (tagName === 'img') return toTextImage(properties, options.imageText);
  if (!HEADING_TAG.test(tagName)) return undefined;
  const attributes = nameAnchor(properties, options.anchors);
  const content = serializeNodes(children, options);
  return { kind: 'heading', level: Number(tagName[1]), attributes, content } as const;
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
    kind: 'image',
    src: String(src ?? ''),
    alt: String(alt ?? ''),
    ...{ width, height, displayWidth, displayHeight, maxWidth },
    isInline: properties.class === 'inline' || undefined,
    fallback: alt ? undefined : imageText,
  };
}
