import type { Element, ElementContent, Root } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { defaultTreeAdapter, serialize, html as standard, type TreeAdapter } from 'parse5';
import { decodePart } from '../menu/slug.ts';
import { ID_PREFIX, SCHEMA } from './elements.ts';
import type { RichTextOptions } from './media-links.ts';
import { createCounter, MarkupLimitError, parseHtml } from './parse-html.ts';
import { toSingleLine, treeToText } from './plain-text.ts';
import { walk } from './walk.ts';

/** Image in a text, with the editor's size attributes. */
type TextImage = { src: string; size: string };

/** HTML with the parts that depend on the page: heading levels (2 to 6) and the `src` values of images. */
export type Html = (string | number | TextImage)[];

/** `text` contains the lines without deleted text; `removed` describes lost elements and hidden text. */
export type RichText = { html: Html; text: string; removed: readonly string[] };

/** Cleans editors' HTML with one parse, one walk and one schema. Throws a `MarkupLimitError` if it is too large. */
export function cleanHtml(html: string, options: RichTextOptions): RichText {
  const { children, removed, ids } = walk(parseHtml(html), limitAddresses(options));
  const root: Root = { type: 'root', children };
  return { html: toParts(sanitize(root, SCHEMA) as Root, ids), text: treeToText(root), removed };
}

/** Counts the addresses, because signing the site's URL for one takes longer than cleaning the element around it. */
function limitAddresses(options: RichTextOptions): RichTextOptions {
  const count = createCounter('addresses');
  const counted =
    <Href>(createHref: (url: string) => Href) =>
    (url: string): Href => {
      count(1);
      return createHref(url);
    };
  return { ...options, assetHref: counted(options.assetHref), linkHref: counted(options.linkHref) };
}

/** Returns the text of HTML as one line, or an empty string if the HTML is too large. */
export function htmlToText(html: string): string {
  const options = { linkHref: () => undefined, mediaText: () => '', imageText: '', tableLabel: '' };
  try {
    return toSingleLine(cleanHtml(html, { ...options, assetHref: (url) => url }).text);
  } catch (error) {
    if (error instanceof MarkupLimitError) return '';
    throw error;
  }
}

const TOP_LEVEL = 2;
const DEEPEST_LEVEL = 6;
/** Encloses the index of a part in serialised HTML. Parsed text never contains this character. */
const PART_DELIMITER = '\0';

/**
 * Serialises a tree as HTML. Modifies the tree: closes gaps in heading levels and adds the prefix to links to the text's own
 * anchors.
 */
function toParts(root: Root, ids: ReadonlySet<string>): Html {
  const parts: (number | TextImage)[] = [];
  const place = (part: number | TextImage): string =>
    `${PART_DELIMITER}${parts.push(part) - 1}${PART_DELIMITER}`;
  const elements = listElements(root);
  const headings = elements.filter(({ tagName }) => /^h[1-6]$/u.test(tagName));
  const levels = [...new Set(headings.map(({ tagName }) => tagName))].sort();

  for (const heading of headings)
    heading.tagName = `h${place(Math.min(levels.indexOf(heading.tagName) + TOP_LEVEL, DEEPEST_LEVEL))}`;
  for (const element of elements) {
    const { href, src, width, height, ...others } = element.properties;
    if (typeof href === 'string' && href.startsWith('#') && ids.has(decodePart(href.slice(1))))
      element.properties.href = `#${ID_PREFIX}${href.slice(1)}`;
    if (src === undefined) continue;
    const size = width === undefined ? '' : `" width="${width}" height="${height}`;
    element.properties = { src: place({ src: String(src).replaceAll('"', '%22'), size }), ...others };
  }
  const pieces = serialize(root, { treeAdapter: hastAdapter }).split(PART_DELIMITER);
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : (parts[Number(piece)] ?? '')));
}

const listElements = ({ children }: Root | Element): Element[] =>
  (children as ElementContent[])
    .filter((child) => child.type === 'element')
    .flatMap((child) => [child, ...listElements(child)]);

type AttributeValue = Element['properties'][string];

/** Lets parse5 serialise a hast tree. Returns no parents, which parse5 needs only for elements with unescaped text. */
const hastAdapter = {
  ...defaultTreeAdapter,
  isElementNode: ({ type }: ElementContent) => type === 'element',
  isTextNode: ({ type }: ElementContent) => type === 'text',
  isCommentNode: () => false,
  isDocumentTypeNode: () => false,
  getNamespaceURI: () => standard.NS.HTML,
  getTagName: ({ tagName }: Element) => tagName,
  getChildNodes: ({ children }: Element) => children,
  getParentNode: () => null,
  getTextNodeContent: ({ value }: { value: string }) => value,
  getAttrList: ({ properties }: Element) =>
    Object.entries(properties)
      .filter(([, value]: [string, AttributeValue]) => value !== undefined && value !== false)
      .map(([name, value]) => ({ name, value: value === true ? '' : String(value) })),
} as unknown as TreeAdapter;
