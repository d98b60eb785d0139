import { use, useId } from 'react';
import type { Html } from '../../src/content/text/rich-text.ts';
import { buildTextImage } from '../../src/content/text/text-image.ts';
import { DISPLAY_SIZES, ImageSizeContext } from './picture.tsx';

type Props = {
  as: 'div' | 'script';
  html: string;
  type?: string;
  className?: string;
  'data-reveal'?: string;
};

/** The only place for markup that React does not escape: sanitised HTML and JSON. */
export function Raw({ as: Tag, html, ...attributes }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}

const TOP_HEADING = 2;
const DEEPEST_HEADING = 6;
/** Maximum length of the attributes that responsive images add to a text. */
export const MAX_SRCSET_CHARACTERS = 100_000;
const TABLE_BOX = '<div class="table-scroll';

/** Placeholder of an anchor's suffix, which depends on the whole page. */
const markAnchor = (text: string, anchor: string): string => `\0${text}\0${anchor}\0`;
const ANCHOR_MARK = /\0_\w+_\0([^\0]*)\0/gu;
/** Matches ids that scripts of the site look for. */
const SITE_ID = /^_[a-z-]+$/u;

/** Adds a number to an anchor of a text if the page has another element with this id. */
export function numberAnchors(page: string): string {
  const used = new Set(Array.from(page.matchAll(/\sid="([^"\0]*)"/gu), ([, id]) => id));
  const suffixes = new Map<string, string>();
  const lastNumbers = new Map<string, number>();
  return page.replace(ANCHOR_MARK, (mark, anchor: string) => {
    const known = suffixes.get(mark);
    if (known !== undefined) return known;
    let suffix = '';
    let number = lastNumbers.get(anchor) ?? 1;
    while (used.has(anchor + suffix) || SITE_ID.test(anchor + suffix)) {
      number += 1;
      suffix = `-${number}`;
    }
    lastNumbers.set(anchor, number);
    suffixes.set(mark, suffix);
    used.add(anchor + suffix);
    return suffix;
  });
}

/** Length of the HTML before an image that is visible without scrolling. */
const FIRST_VIEW_CHARACTERS = 1500;

/** Returns the index of the first image if it may be visible without scrolling, or -1. */
function findFirstImage(html: Html): number {
  const index = html.findIndex((part) => typeof part === 'object' && 'src' in part && !part.isInline);
  const before = html.slice(0, Math.max(0, index));
  const length = before.reduce<number>((sum, part) => sum + (typeof part === 'string' ? part.length : 1), 0);
  return length > FIRST_VIEW_CHARACTERS ? -1 : index;
}

type ProseProps = { html?: Html; top: number; isFirst?: boolean };

/** Shows rich text. `top` is the level of its highest heading. `isFirst`: no image is above it on the page. */
export function Prose({ html, top, isFirst = false }: ProseProps) {
  const sizeOf = use(ImageSizeContext);
  const text = useId();
  if (!html?.length) return null;
  const first = isFirst ? findFirstImage(html) : -1;
  let left = MAX_SRCSET_CHARACTERS;
  const whole = html.map((part, index) => {
    if (typeof part === 'string') return part;
    if (typeof part === 'number') return Math.min(part - TOP_HEADING + top, DEEPEST_HEADING);
    if ('anchor' in part) return markAnchor(text, part.anchor);
    const known = sizeOf(part.src);
    const options = { known, display: DISPLAY_SIZES.text, isFirst: index === first };
    const image = buildTextImage(part, options);
    left -= image.length;
    return left > 0
      ? image
      : buildTextImage(part, { ...options, known: known && { ...known, isUnchanged: true } });
  });
  const hasTables = html.some((part) => typeof part === 'string' && part.includes(TABLE_BOX));
  return (
    <Raw
      as="div"
      className={hasTables ? 'prose prose-tables' : 'prose'}
      data-reveal="items"
      html={whole.join('')}
    />
  );
}
