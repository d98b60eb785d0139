import { use } from 'react';
import { responsiveImages } from '../../src/content/resized-pictures.ts';
import { headingsFrom } from '../../src/content/text/rich-text.ts';
import { hasTables } from '../../src/content/text/scrolling-tables.ts';
import { KnownPictures, SHOWN } from './picture.tsx';

type Props = { as: 'div' | 'script'; html: string; type?: string; className?: string };

/** The only place for markup that React does not escape: sanitised HTML, and JSON. */
export function Raw({ as: Tag, html, ...attributes }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Rich text; `top` is the level of its highest heading. */
export function Prose({ html, top }: { html?: string; top: number }) {
  const pictures = use(KnownPictures);
  if (!html) return null;
  return (
    <Raw
      as="div"
      className={hasTables(html) ? 'prose prose-tables' : 'prose'}
      html={responsiveImages(headingsFrom(html, top), pictures, SHOWN.text)}
    />
  );
}
