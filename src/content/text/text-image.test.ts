import { expect, it } from 'vitest';
import { type ImageSize, UNREADABLE_IMAGE } from '../resized-pictures.ts';
import { buildTextImage, type TextImage } from './text-image.ts';

const display = { sizes: '92vw', maxWidth: 1920 };
const image = (more: Partial<TextImage> = {}): TextImage => ({ src: '/files/t/a.jpg', alt: '', ...more });
const FILE = { width: 1600, height: 1000 };

it('builds an image in all attributes', () => {
  const known = { width: 400, height: 200, hasAlpha: true };
  expect(buildTextImage(image({ alt: '<"a">', isInline: true, shownWidth: 100 }), { known, display })).toBe(
    '<img src="/media/t/320/a.jpg" srcset="/media/t/160/a.jpg 160w, /media/t/320/a.jpg 320w" ' +
      'sizes="(min-width: 109px) 100px, 92vw" width="100" height="50" data-alpha="" alt="&lt;&quot;a&quot;&gt;" ' +
      'class="inline" loading="lazy" decoding="async">',
  );
});

it.each<[string, Partial<TextImage>, ImageSize | undefined, string]>([
  ['its own size', {}, FILE, 'width="1600" height="1000"'],
  ['the width of the editor', { width: 9, height: 9, shownWidth: 200 }, FILE, 'width="200" height="125"'],
  ['the height of the editor', { shownHeight: 20 }, FILE, 'width="32" height="20"'],
  ['a maximum', { maxWidth: 200 }, FILE, 'width="200" height="125"'],
  ['a maximum above its size', { maxWidth: 2000 }, FILE, 'width="1600" height="1000"'],
  [
    'the shape of its attributes',
    { width: 800, height: 400, shownWidth: 200 },
    undefined,
    'width="200" height="100"',
  ],
  ['a width without a shape', { shownWidth: 200 }, undefined, '.jpg" data-alpha="" width="200" alt'],
  ['no size', { shownHeight: 20 }, undefined, '.jpg" data-alpha="" alt'],
  ['at least a pixel', {}, { width: 66_000, height: 3 }, 'width="66000" height="3"'],
])('shows an image in %s', (_, more, known, expected) => {
  expect(buildTextImage(image(more), { known, display })).toContain(expected);
});

it('loads the first image of a page early', () => {
  const html = buildTextImage(image(), { known: FILE, display, isFirst: true });
  expect(html).toContain('fetchpriority="high"');
  expect(html).not.toContain('loading=');
});

it.each([
  [image({ alt: 'A & B' }), 'A &amp; B'],
  [image({ fallback: '(picture)' }), '(picture)'],
])('shows text for an image that browsers cannot show', (given, text) => {
  expect(buildTextImage(given, { known: UNREADABLE_IMAGE, display })).toBe(text);
});
