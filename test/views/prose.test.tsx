import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Html } from '../../src/content/text/rich-text.ts';
import { ImageSizeContext } from '../../views/components/picture.tsx';
import { Prose } from '../../views/components/prose.tsx';

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
