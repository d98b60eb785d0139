import type { Element, ElementContent, Properties } from 'hast';
import { completeLink } from '../links.ts';
import { BLANK, createElement, createText, isElement } from './elements.ts';
import { isSource, type ReportingOptions, readAttributes } from './media-links.ts';
import { LAZY_ATTRIBUTES } from './source/editors.ts';
import { parseStyle } from './source/styles.ts';

/** Image property with the `srcset` of its `<source>`. */
const SOURCE_SET = 'source-srcset';

/** Matches every emoji, and digits. Filters alternative texts, because compiling the pattern of all emoji is slow. */
const EMOJI_CHARACTERS = /^[\p{Emoji}\p{Emoji_Component}]+$/u;

/** Editors insert emoji as images. */
const isEmoji = (text: string): boolean => EMOJI_CHARACTERS.test(text) && /^\p{RGI_Emoji}$/v.test(text);

/** Shows an image by its first allowed URL: a lazily loaded one, the largest in `srcset`, or `src`; otherwise its text. */
export function convertImage(image: Element, options: ReportingOptions): ElementContent[] {
  const [alt = ''] = readAttributes(image, 'alt');
  if (isEmoji(alt)) return [createText(alt)];
  const setsOf = (name: string): string[] => readAttributes(image, name).map(findLargest);
  const urls = [
    ...readAttributes(image, ...LAZY_ATTRIBUTES),
    ...['data-srcset', 'srcset'].flatMap(setsOf),
    ...readAttributes(image, 'src', 'href'),
    ...setsOf(SOURCE_SET),
  ];
  const { width, height } = image.properties;
  const displaySize = readDisplaySize(image);
  if (!displaySize) return [];
  for (const url of urls) {
    const src = options.mediaHref(completeLink(url));
    if (src) return [createElement('img', { src, alt, width, height, ...displaySize })];
  }
  options.report(`<img> ${urls[0] ?? ''}`);
  const text = alt || (urls.some((url) => /^data:/iu.test(url)) ? options.imageText : '');
  return text === '' ? [] : [createText(text)];
}

function findLargest(set: string): string {
  const candidates = set.split(/(?<=\s[\d.]+[wx]),|,(?=\s)/u).map((candidate) => {
    const [url = '', size = '1x'] = candidate.trim().split(/\s+/u);
    return { url, size: Number.parseFloat(size) };
  });
  return candidates.reduce((largest, one) => (one.size > largest.size ? one : largest)).url;
}

/** Copies the files of the first source in a `<picture>` to its image. Modifies the image. */
export function readPicture({ children }: Element): void {
  const { properties: source } = children.find(isSource) ?? {};
  for (const child of children) {
    if (!source || !isElement(child, 'img')) continue;
    child.properties['data-srcset'] ??= source['data-srcset'];
    child.properties[SOURCE_SET] = source.srcset;
  }
}

/** Width of the text column. */
export const TEXT_WIDTH = 672;
const PIXELS_PER_UNIT: Record<string, number> = { pt: 4 / 3, em: 16, rem: 16, ex: 8 };
const LENGTH = /^\s*(\d+(?:\.\d+)?|\.\d+)(px|pt|r?em|ex|%|)(?![\w.%])/iu;
/** Width of the narrowest text column, so that two images of 48 % fit side by side in all languages. */
const MIN_TEXT_WIDTH = 640;

/** Returns a length in whole pixels, or undefined for a keyword. */
function toPixels(length: unknown): number | undefined {
  const [, number = 0, unit = ''] = LENGTH.exec(`${length ?? ''}`) ?? [];
  const value = Number(number);
  if (unit === '%' && value >= 100) return TEXT_WIDTH;
  const factor = unit === '%' ? MIN_TEXT_WIDTH / 100 : (PIXELS_PER_UNIT[unit.toLowerCase()] ?? 1);
  return Math.round(value * factor) || undefined;
}

/** Reads the size at which the editor shows an image, or undefined if it shows nothing. */
function readDisplaySize({ properties }: Element): Properties | undefined {
  const {
    width = properties.width,
    height = properties.height,
    'max-width': most,
  } = parseStyle(`${properties.style ?? ''}`);
  if ([width, height].some((length) => Number.parseFloat(`${length}`) === 0)) return undefined;
  // A height in per cent has no effect in browsers.
  return {
    'data-width': toPixels(width),
    'data-height': `${height}`.includes('%') ? undefined : toPixels(height),
    'data-max-width': `${most}`.includes('%') ? undefined : toPixels(most),
  };
}

export const sizeFigure = (figure: Element): void => applyWidth(figure, imagesIn(figure));

/** Applies an element's width to its content if it is a single image. */
export function sizeOnlyImage(element: Element, [image, ...others]: readonly ElementContent[]): void {
  if (image && others.length === 0 && isElement(image, 'img')) applyWidth(element, [image]);
}

function applyWidth({ properties: { style } }: Element, images: readonly Element[]): void {
  const { width = '' } = parseStyle(`${style ?? ''}`);
  const pixels = toPixels(width);
  if (!pixels || pixels >= TEXT_WIDTH) return;
  for (const { properties } of images)
    properties[width.includes('%') ? 'data-width' : 'data-max-width'] = pixels;
}

const imagesIn = ({ children }: Element): Element[] =>
  children
    .filter((child) => isElement(child))
    .flatMap((child) => (child.tagName === 'img' ? [child] : imagesIn(child)));

/** Marks the images that share their line with other visible content. Modifies them. */
export function markInlineImages(line: readonly ElementContent[]): void {
  let images: Element[] = [];
  let hasText = false;
  const endLine = (): void => {
    if (hasText || images.length > 1) for (const { properties } of images) properties.class = 'inline';
    images = [];
    hasText = false;
  };
  const read = (node: ElementContent): void => {
    if (node.type === 'text') hasText ||= !BLANK.test(node.value);
    if (!isElement(node)) return;
    if (node.tagName === 'br') endLine();
    if (node.tagName === 'img') images.push(node);
    node.children.forEach(read);
  };
  line.forEach(read);
  endLine();
}
