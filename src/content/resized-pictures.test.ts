import { expect, it } from 'vitest';
import { buildMediaHref, imageAttributes, offeredWidths } from './resized-pictures.ts';

const DISPLAY = { sizes: '50vw', maxWidth: 1280 };
const SRC = '/files/to-ken_1/a%20b.jpg';

it.each([
  ['/files/a-b_C/%E5%B1%B1%20(1).png', '/media/a-b_C/320/%E5%B1%B1%20(1).png'],
  ['https://a.example/files/abc/a.jpg', 'https://a.example/files/abc/a.jpg'],
])('builds the media URL of %s: %s', (src, href) => {
  expect(buildMediaHref(src, 320)).toBe(href);
});

it.each([
  [1600, 2560, [160, 320, 480, 640, 960, 1280, 1920]],
  [9000, 9000, [160, 320, 480, 640, 960, 1280, 1920, 2560]],
])('offers an image of %i pixels in widths for a display of at most %i pixels', (width, most, widths) => {
  expect(offeredWidths(width, most)).toEqual(widths);
});

it('never offers a width larger than the original image', () => {
  const { srcSet, ...rest } = imageAttributes(SRC, { width: 500, height: 300 }, DISPLAY);
  expect(srcSet?.split(', ')).toEqual([
    '/media/to-ken_1/160/a%20b.jpg 160w',
    '/media/to-ken_1/320/a%20b.jpg 320w',
    '/media/to-ken_1/480/a%20b.jpg 480w',
    '/media/to-ken_1/640/a%20b.jpg 500w',
  ]);
  expect(rest).toMatchObject({
    src: '/media/to-ken_1/640/a%20b.jpg',
    sizes: '50vw',
    width: 500,
    height: 300,
  });
});

it('shows an animation that is not resized unchanged', () => {
  const size = { width: 500, height: 300 };
  const { srcSet, ...attributes } = imageAttributes(SRC, { ...size, isUnchanged: true }, DISPLAY);
  expect(attributes).toMatchObject({ src: SRC, ...size });
  expect(srcSet).toBeUndefined();
});
