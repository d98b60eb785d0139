import { expect, it } from 'vitest';
import { type ImageSize, UNREADABLE_IMAGE } from '../../src/content/resized-pictures.ts';
import type { TextImage } from '../../src/content/text/serialize.ts';
import { buildTextImage } from '../../views/components/prose.tsx';

const image = (more: Partial<TextImage> = {}): TextImage => ({
  kind: 'image',
  src: '/files/t/a.jpg',
  alt: '',
  ...more,
});
const FILE = { width: 1600, height: 1000 };

it('builds an image with all attributes', () => {
  const file = { width: 400, height: 200, hasAlpha: true };
  expect(buildTextImage(image({ alt: '<"a">', isInline: true, displayWidth: 100 }), file)).toBe(
    '<img src="/media/t/320/a.jpg" srcset="/media/t/160/a.jpg 160w, /media/t/320/a.jpg 320w" ' +
      'sizes="(min-width: 109px) 100px, 92vw" width="100" height="50" data-alpha="" loading="lazy" ' +
      'decoding="async" alt="&lt;&quot;a&quot;&gt;" class="inline">',
  );
});

it.each<[string, Partial<TextImage>, ImageSize | undefined, string]>([
  ['its own size', {}, FILE, 'width="1600" height="1000"'],
  ['the width of the editor', { width: 9, height: 9, displayWidth: 200 }, FILE, 'width="200" height="125"'],
  ['the height of the editor', { displayHeight: 20 }, FILE, 'width="32" height="20"'],
  ['a maximum', { maxWidth: 200 }, FILE, 'width="200" height="125"'],
  ['a maximum above its size', { maxWidth: 2000 }, FILE, 'width="1600" height="1000"'],
  [
    'the shape of its attributes',
    { width: 800, height: 400, displayWidth: 200 },
    undefined,
    'width="200" height="100"',
  ],
  ['a width without a shape', { displayWidth: 200 }, undefined, ' width="200" alt="">'],
  [
    'no size',
    { displayHeight: 20 },
    undefined,
    '.jpg" data-alpha="" loading="lazy" decoding="async" alt="">',
  ],
  ['at least a pixel', {}, { width: 66_000, height: 3 }, 'width="66000" height="3"'],
])('builds the attributes of an image with %s', (_, more, file, expected) => {
  expect(buildTextImage(image(more), file)).toContain(expected);
});

it('loads the first image of a page early', () => {
  const html = buildTextImage(image(), FILE, true);
  expect(html).toContain('fetchpriority="high"');
  expect(html).not.toContain('loading=');
});

it.each([
  [image({ alt: 'A & B' }), 'A &amp; B'],
  [image({ fallback: '(picture)' }), '(picture)'],
])('shows text for an image that browsers cannot show', (given, text) => {
  expect(buildTextImage(given, UNREADABLE_IMAGE)).toBe(text);
});
