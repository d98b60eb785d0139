import type { Element, ElementContent, Parents, Properties, Root } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { defaultTreeAdapter, serialize, html as standard } from 'parse5';
import { decodePart } from '../menu/slug.ts';
import { createConverter, toParagraphs } from './blocks.ts';
import { createElement, IMAGE_SIZES, isElement, SCHEMA } from './elements.ts';
import type { RichTextOptions } from './media-links.ts';
import {
  type Count,
  createWorkCounter,
  MAX_WORK,
  MarkupLimitError,
  parseHtml,
  type SourceElement,
} from './parse-html.ts';
import { cleanToLines } from './plain-lines.ts';
import { toSingleLine, treeToText } from './plain-text.ts';
import { readSource } from './source/read-source.ts';
import type { TextImage } from './text-image.ts';

const MAX_REPORT_LENGTH = 100;

/** Anchor name, followed by a suffix if the page already uses the id. */
type TextAnchor = { anchor: string };

/** HTML with the parts that depend on the page: heading levels (2 for the highest), images, suffixes of anchors. */
export type Html = (string | number | TextImage | TextAnchor)[];

/**
 * `text` contains the lines without deleted text; `removed` describes lost elements and hidden text; `exceeded` describes the limit
 * because of which only plain lines are shown.
 */
export type RichText = {
  html: Html;
  text: string;
  removed: readonly string[];
  exceeded?: string;
  work: number;
};

/** Cleans editors' HTML. A text beyond the limits is shown as plain lines. */
export function cleanHtml(html: string, options: RichTextOptions): RichText {
  const counter = createWorkCounter();
  try {
    return { ...cleanTree(html, options, counter.count), work: counter.work };
  } catch (error) {
    if (!(error instanceof MarkupLimitError)) throw error;
    const lines = readPlainLines(html, error.message);
    // The parser stopped before most of the counted work.
    return { ...lines, work: lines.work + Math.min(counter.work, MAX_WORK) / 4 };
  }
}

/** Returns only the lines of HTML. `limit` describes the limit that it exceeds. */
export function readPlainLines(source: string, limit: string): RichText {
  const { readShare, ...lines } = cleanToLines(source);
  const end = readShare < 1 ? `, shortened to ${Math.floor(100 * readShare)} %` : '';
  return { ...lines, removed: [], exceeded: `${limit}; shown as plain lines${end}` };
}

/** Cleans HTML with one parse, one tree and one schema. */
function cleanTree(html: string, options: RichTextOptions, count: Count): Omit<RichText, 'work'> {
  const removed = new Set<string>();
  const report = (what: string): void => void removed.add(what.slice(0, MAX_REPORT_LENGTH).toWellFormed());
  const { children, anchors, ids } = readSource(parseHtml(html, count), report, count);
  const convert = createConverter({ ...options, report }, count);
  const root: Root = {
    type: 'root',
    children: [...toParagraphs(children.flatMap(convert)), ...anchors],
  };
  const parts = toParts(sanitize(root, SCHEMA) as Root, ids, options.imageText);
  checkOutput(parts, html.length, count);
  return { html: parts, text: treeToText(root), removed: [...removed] };
}

/** Maximum length of cleaned HTML: a multiple of the source, because short tags gain attributes, or a length that is always allowed. */
export const MAX_OUTPUT_FACTOR = 4;
export const ALLOWED_OUTPUT_CHARACTERS = 200_000;

function checkOutput(parts: Html, sourceLength: number, count: Count): void {
  const lengths = parts.map(
    (part) => (typeof part === 'object' ? Object.values(part).join('') : `${part}`).length,
  );
  const length = lengths.reduce((sum, one) => sum + one, 0);
  count('characters', length);
  if (length > Math.max(MAX_OUTPUT_FACTOR * sourceLength, ALLOWED_OUTPUT_CHARACTERS))
    throw new MarkupLimitError(`${length} characters of cleaned HTML from ${sourceLength}`);
}

/** Returns the text of HTML as one line. */
export function htmlToText(html: string): string {
  const options = { mediaHref: String, linkHref: String, mediaText: () => '', imageText: '', tableLabel: '' };
  return toSingleLine(cleanHtml(html, options).text);
}

const TOP_LEVEL = 2;

const listElements = ({ children }: Parents): Element[] =>
  children.flatMap((child) => (isElement(child) ? [child, ...listElements(child)] : []));

/** Serialises a tree. Modifies it: closes gaps in heading levels. */
function toParts(root: Root, ids: ReadonlySet<string>, imageText: string): Html {
  const parts: Html = [];
  // Parsed text never contains the character U+0000.
  const place = (part: number | TextImage | TextAnchor): string => `\0${parts.push(part) - 1}\0`;
  const elements = listElements(root);
  const headings = elements.map(({ tagName }) => tagName).filter((tag) => /^h\d$/u.test(tag));
  const levels = [...new Set(headings)].sort();
  for (const element of elements) {
    const { id, href } = element.properties;
    const level = levels.indexOf(element.tagName);
    if (level !== -1) element.tagName = `h${place(level + TOP_LEVEL)}`;
    if (id) element.properties.id = `${id}${place({ anchor: `${id}` })}`;
    const anchor = decodePart(/^#(.+)/u.exec(`${href ?? ''}`)?.[1] ?? '');
    if (ids.has(anchor)) element.properties.href = `${href}${place({ anchor })}`;
    if (element.tagName === 'img')
      element.properties = { src: place(toTextImage(element.properties, imageText)) };
  }
  const pieces = serialize(toParse5(createElement('div', {}, root.children as ElementContent[]))).split('\0');
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : (parts[Number(piece)] ?? '')));
}

function toTextImage({ src, alt, ...properties }: Properties, imageText: string): TextImage {
  const [width, height, shownWidth, shownHeight, maxWidth] = IMAGE_SIZES.map((name) => {
    const size = Number(properties[name]);
    return size > 0 ? size : undefined;
  });
  return {
    src: String(src ?? ''),
    alt: String(alt ?? ''),
    ...{ width, height, shownWidth, shownHeight, maxWidth },
    isInline: properties.class === 'inline' || undefined,
    fallback: alt ? undefined : imageText,
  };
}

function toParse5({ tagName, properties, children }: Element): SourceElement {
  const attributes = Object.entries(properties).map(([name, value]) => ({ name, value: String(value) }));
  const element = defaultTreeAdapter.createElement(tagName, standard.NS.HTML, attributes);
  for (const child of children) {
    if (child.type !== 'element') defaultTreeAdapter.insertText(element, child.value);
    else if (child.tagName === 'img') defaultTreeAdapter.insertText(element, `${child.properties.src}`);
    else defaultTreeAdapter.appendChild(element, toParse5(child));
  }
  return element;
}
