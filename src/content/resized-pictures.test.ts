import { describe, expect, it } from 'vitest';
import { imageSource, mediaHref, responsiveImage, widthsFor } from './resized-pictures.ts';

const SHOWN = { sizes: '50vw', maxWidth: 1280 };
const SRC = '/files/to-ken_1/a%20b.jpg';

it.each([
  ['/files/a-b_C/%E5%B1%B1%20(1).png', '/media/a-b_C/320/%E5%B1%B1%20(1).png'],
  ['/files/abc/a.jpg?x=1', '/files/abc/a.jpg?x=1'],
  ['https://a.example/files/abc/a.jpg', 'https://a.example/files/abc/a.jpg'],
])('returns for the media URL of %s: %s', (src, href) => {
  expect(mediaHref(src, 320)).toBe(href);
});

it.each([
  [1600, 2560, [160, 320, 480, 640, 960, 1280, 1920]],
  [161, 2560, [160, 320]],
  [9000, 9000, [160, 320, 480, 640, 960, 1280, 1920, 2560]],
])('offers the widths of a picture of %i pixels that is displayed with at most %i', (width, most, widths) => {
  expect(widthsFor(width, most)).toEqual(widths);
});

it('never names a width larger than the original picture', () => {
  const { srcSet, ...rest } = responsiveImage(SRC, { width: 500, height: 300 }, SHOWN);
  expect(srcSet?.split(', ')).toEqual([
    '/media/to-ken_1/160/a%20b.jpg 160w',
    '/media/to-ken_1/320/a%20b.jpg 320w',
    '/media/to-ken_1/480/a%20b.jpg 480w',
    '/media/to-ken_1/640/a%20b.jpg 500w',
  ]);
  expect(rest).toEqual({ src: '/media/to-ken_1/640/a%20b.jpg', sizes: '50vw', width: 500, height: 300 });
});

describe('imageSource', () => {
  const picture = { src: SRC, size: '" width="9" height="8' };

  it('adds responsive sizes to a picture in a text', () => {
    expect(imageSource(picture, { width: 1600, height: 1000 }, SHOWN)).toMatch(
      /^\/media\/to-ken_1\/960\/a%20b\.jpg" srcset="[^"]+ 1280w" sizes="50vw" width="1600" height="1000$/u,
    );
  });

  it('keeps the URL and size of an unknown picture', () => {
    expect(imageSource(picture, undefined, SHOWN)).toBe(`${SRC}" width="9" height="8" data-alpha="`);
  });
});
