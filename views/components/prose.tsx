import { use } from 'react';
import { richTextImageSource } from '../../src/content/resized-pictures.ts';
import type { Html } from '../../src/content/text/rich-text.ts';
import { ImageSizeContext, SHOWN } from './picture.tsx';

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

/** Shows rich text. `top` is the level of its highest heading. */
export function Prose({ html, top }: { html?: Html; top: number }) {
  const sizeOf = use(ImageSizeContext);
  if (!html?.length) return null;
  let left = MAX_SRCSET_CHARACTERS;
  const whole = html.map((part) => {
    if (typeof part === 'string') return part;
    if (typeof part === 'number') return Math.min(part - TOP_HEADING + top, DEEPEST_HEADING);
    const source = richTextImageSource(part, sizeOf(part.src), SHOWN.text);
    left -= source.length;
    return left > 0 ? source : richTextImageSource(part, undefined, SHOWN.text);
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
