import type { Element, ElementContent, Root } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { decodePart } from '../menu/slug.ts';
import type { RichTextOptions } from './media-links.ts';
import { checkLimit, MarkupLimitError, parseHtml } from './parse-html.ts';
import { phrasesOf } from './phrases.ts';
import { linesOf, plainText } from './plain-text.ts';
import { createElement, ID_PREFIX, isElement, SCHEMA } from './tags.ts';
import { walk } from './walk.ts';

/** Picture in a text, with the size attributes written by the editor. */
type TextPicture = { src: string; size: string };

/** HTML with the parts that depend on the page: heading levels (2 to 6) and the `src` values of pictures. */
export type Html = (string | number | TextPicture)[];

/** `text`: its lines, without deleted text. `removed`: lost functions and hidden text. */
export type RichText = { html: Html; text: string; removed: readonly string[] };

/** Cleans editors' HTML with one parse, one walk and one schema. Throws a `MarkupLimitError` if it is too large. */
export function cleanHtml(html: string, options: RichTextOptions): RichText {
  const { children } = parseHtml(html);
  const [first, ...others] = children;
  const nodes = first?.type === 'text' && others.length === 0 ? paragraphsOf(first.value) : children;
  const { root, ids, removed } = walk(nodes as ElementContent[], options);
  const parts = toParts(sanitize(root, SCHEMA) as Root, ids);
  return { html: parts, text: linesOf(root).join('\n'), removed };
}

/** Returns the text of HTML as one line, or an empty string if the HTML is too large. */
export function textOfHtml(html: string): string {
  try {
    return plainText(linesOf(parseHtml(html)).join(' '));
  } catch (error) {
    if (error instanceof MarkupLimitError) return '';
    throw error;
  }
}

function paragraphsOf(text: string): Element[] {
  const lines = text.split('\n');
  checkLimit('tags', lines.length);
  return lines.map((value) => createElement('p', {}, [{ type: 'text', value: value.trim() }]));
}

const TOP = 2;
const DEEPEST = 6;
/** Maximum number of headings split into phrases, which is slow. Further headings break anywhere. */
const MAX_PHRASED_HEADINGS = 200;

/** Marks the index of a part. No parsed text contains it. */
const MARK = '\0';
/** Does not escape the mark. */
const WRITTEN = { allowParseErrors: true, characterReferences: { useNamedReferences: true } };

/** Serialises a tree as HTML. Modifies the tree: closes gaps in heading levels and links to the text's anchors. */
function toParts(root: Root, ids: ReadonlySet<string>): Html {
  const parts: (number | TextPicture)[] = [];
  const place = (part: number | TextPicture): string => `${MARK}${parts.push(part) - 1}${MARK}`;
  const elements = elementsIn(root);
  const headings = elements.filter(({ tagName }) => /^h[1-6]$/u.test(tagName));
  const levels = [...new Set(headings.map(({ tagName }) => tagName))].sort();

  for (const heading of headings.slice(0, MAX_PHRASED_HEADINGS))
    heading.children = withPhrases(heading.children);
  for (const heading of headings)
    heading.tagName = `h${place(Math.min(levels.indexOf(heading.tagName) + TOP, DEEPEST))}`;
  for (const element of elements) {
    const { href, src, width, height, ...others } = element.properties;
    if (typeof href === 'string' && href.startsWith('#') && ids.has(decodePart(href.slice(1))))
      element.properties.href = `#${ID_PREFIX}${href.slice(1)}`;
    if (src === undefined) continue;
    const size = width === undefined ? '' : `" width="${width}" height="${height}`;
    element.properties = { src: place({ src: String(src).replaceAll('"', '%22'), size }), ...others };
  }
  const pieces = toHtml(root, WRITTEN).split(MARK);
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : (parts[Number(piece)] ?? '')));
}

const elementsIn = ({ children }: Root | Element): Element[] =>
  (children as ElementContent[]).filter(isElement).flatMap((child) => [child, ...elementsIn(child)]);

/** Allows line breaks in a heading only between its phrases. */
const withPhrases = (nodes: ElementContent[]): ElementContent[] =>
  nodes.flatMap((node): ElementContent[] => {
    if (isElement(node)) node.children = withPhrases(node.children);
    if (node.type !== 'text') return [node];
    const texts = phrasesOf(node.value).map((value) => ({ type: 'text' as const, value }));
    return texts.flatMap((text, at) => (at > 0 ? [createElement('wbr'), text] : [text]));
  });
