import { use } from 'react';
import { resizedImages } from '../../src/content/resized-pictures.ts';
import { headingsFrom } from '../../src/content/text/rich-text.ts';
import { hasTables } from '../../src/content/text/scrolling-tables.ts';
import { KnownPictures, SHOWN } from './picture.tsx';
import { Raw } from './raw.tsx';

/** An editor's text; `top` is the level of its highest heading. */
export function Prose({ html, top }: { html?: string; top: number }) {
  const pictures = use(KnownPictures);
  if (!html) return null;
  return (
    <Raw
      as="div"
      className={hasTables(html) ? 'prose prose-tables' : 'prose'}
      html={resizedImages(headingsFrom(html, top), pictures, SHOWN.text)}
    />
  );
}
