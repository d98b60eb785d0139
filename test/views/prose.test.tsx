import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Html } from '../../src/content/text/rich-text.ts';
import { ImageSizeContext } from '../../views/components/picture.tsx';
import { numberAnchors, Prose } from '../../views/components/prose.tsx';

it('offers other widths of the first images only if a text has many', () => {
  const src = `/files/token/${'a'.repeat(1000)}.jpg`;
  const html = Array.from({ length: 200 }, () => ({ src, alt: '' }));
  const shown = renderToString(
    <ImageSizeContext value={() => ({ width: 3000, height: 2000 })}>
      <Prose html={html} top={2} />
    </ImageSizeContext>,
  );
  expect(shown.split(' srcset=').length).toBeGreaterThan(10);
  expect(shown.split(`src="${src}"`).length).toBeGreaterThan(100);
  expect(shown.length).toBeLessThan(2 * 200 * src.length);
});

const footnote = (anchor: string) => [
  '<p><a href="#',
  { anchor },
  '">1</a></p><p id="',
  { anchor },
  '">n</p>',
];
const idsIn = (html: string) => [...html.matchAll(/(?:id="|href="#)([^"]*)/gu)].map(([, id]) => id);

it.each([
  ['notes', ['notes', 'notes', 'notes-2', 'notes-2']],
  ['_main', ['_main-2', '_main-2', '_main-3', '_main-3']],
  ['$&', ['$&', '$&', '$&-2', '$&-2']],
])('leads each link to the anchor %s of its own text', (anchor, ids) => {
  const named = footnote(anchor).map((part) =>
    typeof part === 'string' ? part.replace(/(href="#|id=")$/u, `$1${anchor.replace('$', '$$$$')}`) : part,
  );
  const page = renderToString(
    <main>
      <Prose html={named} top={2} />
      <Prose html={named} top={2} />
      <i id="_main" />
    </main>,
  );
  const numbered = numberAnchors(page);
  expect(idsIn(numbered)).toEqual([...ids, '_main']);
  expect(numbered).not.toContain('\0');
});

const image = { src: '/files/t/a.jpg', alt: '' };
it.each<[string, Html, number]>([
  ['loads', ['<p>a</p>', image, image], 1],
  ['loads', ['<p>a', { ...image, isInline: true }, '</p>', image], 2],
  ['does not load', ['<p>a', { ...image, isInline: true }, '</p>'], 0],
  ['does not load', [`<p>${'a'.repeat(2000)}</p>`, image], 0],
])('%s an image early in the first text of a page: %j', (_, html, expected) => {
  const shown = renderToString(<Prose html={html} top={2} isFirst />);
  const images = shown.split('<img ').slice(1);
  expect(images.findIndex((one) => one.includes('fetchpriority="high"')) + 1).toBe(expected);
  expect(renderToString(<Prose html={html} top={2} />)).not.toContain('fetchpriority');
});
