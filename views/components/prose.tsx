import { use } from 'react';
import {
  DISPLAY_SIZES,
  type DisplaySize,
  type ImageSize,
  imageAttributes,
  isUnreadableImage,
} from '../../src/content/resized-pictures.ts';
import { TEXT_WIDTH } from '../../src/content/text/images.ts';
import {
  type Html,
  serializeTag,
  serializeText,
  type TextHeading,
  type TextImage,
} from '../../src/content/text/serialize.ts';
import { ImageSizeContext } from './picture.tsx';

type Props = {
  as: 'div' | 'script';
  html: string;
  type?: string;
  className?: string;
  'data-reveal'?: string;
};

/** The only component for markup that React does not escape: sanitised HTML and JSON. */
export function Raw({ as: Tag, html, ...attributes }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}

const DEEPEST_HEADING = 6;
/** Maximum length of the attributes that responsive images add to a text. */
export const MAX_SRCSET_CHARACTERS = 100_000;

/** Matches the start of a text, and in texts an anchor, or a link to one, with its name. */
const TEXT_OR_ANCHOR = /<div class="prose|(<(?:span id|a href)="[^"]*)" data-anchor="([^"]*)"/gu;
/** Matches ids that scripts of the site look for. */
const SITE_ID = /^_[a-z-]+$/u;

/** Adds a number to an anchor of a text if the page has another element with this id. */
export function numberAnchors(page: string): string {
  const used = new Set(Array.from(page.matchAll(/\sid="([^"]*)"(?! data-anchor)/gu), ([, id]) => id));
  const lastNumbers = new Map<string, number>();
  let suffixes = new Map<string, string>();

  function chooseSuffix(anchor: string): string {
    let suffix = '';
    let number = lastNumbers.get(anchor) ?? 1;
    while (used.has(anchor + suffix) || SITE_ID.test(anchor + suffix)) {
      number += 1;
      suffix = `-${number}`;
    }
    lastNumbers.set(anchor, number);
    used.add(anchor + suffix);
    return suffix;
  }

  return page.replace(TEXT_OR_ANCHOR, (match, start?: string, anchor = '') => {
    if (start === undefined) {
      suffixes = new Map();
      return match;
    }
    const suffix = suffixes.get(anchor) ?? chooseSuffix(anchor);
    suffixes.set(anchor, suffix);
    return `${start}${suffix}"`;
  });
}

/** Share of a narrow window that the column fills. */
const COLUMN_SHARE = 0.92;
const MAX_DENSITY = 3;

/** Builds the HTML of an image in the size that the editor chose, or its text if browsers cannot show it. */
export function buildTextImage(image: TextImage, file: ImageSize | undefined, isFirst = false): string {
  const { src, alt, isInline, fallback = '' } = image;
  if (isUnreadableImage(file)) return serializeText(alt || fallback);
  const size = chooseSize(image, file ?? image);
  return serializeTag('img', {
    ...imageAttributes(src, file, narrowDisplay(size.width), isFirst),
    ...size,
    alt,
    class: isInline ? 'inline' : undefined,
  });
}

type Size = { width?: number; height?: number };

function chooseSize({ displayWidth, displayHeight, maxWidth = Infinity }: TextImage, file: Size): Size {
  const ratio = file.width && file.height ? file.height / file.width : undefined;
  const wanted = displayWidth ?? (ratio && displayHeight ? displayHeight / ratio : file.width);
  if (!wanted) return {};
  const width = Math.max(1, Math.round(Math.min(wanted, maxWidth)));
  return { width, height: ratio && Math.max(1, Math.round(width * ratio)) };
}

/** Returns the display size of an image that may be narrower than the column. */
function narrowDisplay(width = TEXT_WIDTH): DisplaySize {
  if (width >= TEXT_WIDTH) return DISPLAY_SIZES.text;
  const minWindow = Math.ceil(width / COLUMN_SHARE);
  const sizes = `(min-width: ${minWindow}px) ${width}px, ${100 * COLUMN_SHARE}vw`;
  return { sizes, maxWidth: Math.min(DISPLAY_SIZES.text.maxWidth, width * MAX_DENSITY) };
}

/** Length of the HTML before an image that is visible without scrolling. */
const FIRST_VIEW_CHARACTERS = 1500;

const isHeading = (part: Html[number]): part is TextHeading =>
  typeof part !== 'string' && part.kind === 'heading';

/** Returns the first image if it may be visible without scrolling. */
function findFirstImage(html: Html): TextImage | undefined {
  let length = 0;
  for (const part of html.flatMap((one) => (isHeading(one) ? one.content : one))) {
    if (typeof part === 'string') length += part.length;
    else if (!isHeading(part) && !part.isInline) return length > FIRST_VIEW_CHARACTERS ? undefined : part;
  }
  return undefined;
}

type ProseProps = { html?: Html; top: number; isFirst?: boolean };

/** Shows rich text. `top` is the level of its highest heading. `isFirst`: no image is above it on the page. */
export function Prose({ html, top, isFirst = false }: ProseProps) {
  const sizeOf = use(ImageSizeContext);
  if (!html?.length) return null;
  const first = isFirst ? findFirstImage(html) : undefined;
  const levels = [...new Set(html.filter(isHeading).map(({ level }) => level))].sort();
  let charactersLeft = MAX_SRCSET_CHARACTERS;

  function showImage(image: TextImage): string {
    const file = sizeOf(image.src);
    const markup = buildTextImage(image, file, image === first);
    charactersLeft -= markup.length;
    return charactersLeft > 0 ? markup : buildTextImage(image, file && { ...file, isUnchanged: true });
  }

  function showParts(parts: Html): string {
    const markup = parts.map((part) => {
      if (typeof part === 'string') return part;
      if (part.kind === 'image') return showImage(part);
      const tag = `h${Math.min(top + levels.indexOf(part.level), DEEPEST_HEADING)}`;
      return `${serializeTag(tag, part.attributes)}${showParts(part.content)}</${tag}>`;
    });
    return markup.join('');
  }

  const whole = showParts(html);
  const className = whole.includes('<div class="table-scroll') ? 'prose prose-tables' : 'prose';
  return <Raw as="div" className={className} data-reveal="items" html={whole} />;
}
