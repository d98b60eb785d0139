import { describe, expect, it } from 'vitest';
import { mediaHref, responsiveImage, responsiveImages, widthsFor } from './resized-pictures.ts';

const SHOWN = { sizes: '50vw', maxWidth: 1280 };
const SRC = '/files/to-ken_1/a%20b.jpg';

it.each([
  ['/files/a-b_C/%E5%B1%B1%20(1).png', '/media/a-b_C/320/%E5%B1%B1%20(1).png'],
  ['/files/abc/$&.png', '/media/abc/320/$&.png'],
  ['/files/abc/a.jpg?x=1', '/files/abc/a.jpg?x=1'],
  ['https://a.example/files/abc/a.jpg', 'https://a.example/files/abc/a.jpg'],
])('mediaHref returns for %s: %s', (src, href) => {
  expect(mediaHref(src, 320)).toBe(href);
});

it.each([
  [1600, 2560, [160, 320, 480, 640, 960, 1280, 1920]],
  [1600, 1280, [160, 320, 480, 640, 960, 1280]],
  [160, 2560, [160]],
  [161, 2560, [160, 320]],
  [9000, 9000, [160, 320, 480, 640, 960, 1280, 1920, 2560]],
])('offers the widths of a picture of %i pixels that is shown with at most %i', (width, most, widths) => {
  expect(widthsFor(width, most)).toEqual(widths);
});

it('names the width of each file, and never more than the picture has', () => {
  const { srcSet, ...rest } = responsiveImage(SRC, { width: 500, height: 300 }, SHOWN);
  expect(srcSet.split(', ')).toEqual([
    '/media/to-ken_1/160/a%20b.jpg 160w',
    '/media/to-ken_1/320/a%20b.jpg 320w',
    '/media/to-ken_1/480/a%20b.jpg 480w',
    '/media/to-ken_1/640/a%20b.jpg 500w',
  ]);
  expect(rest).toEqual({ src: '/media/to-ken_1/640/a%20b.jpg', sizes: '50vw', width: 500, height: 300 });
});

describe('responsiveImages', () => {
  const known = { [SRC]: { width: 1600, height: 1000 }, '/files/b/b.png': { width: 320, height: 200 } };
  const mended = (html: string) => responsiveImages(html, known, SHOWN);

  it('makes each picture of a text responsive, with the size of its file, and keeps its other attributes', () => {
    const html = mended(
      `<p><img src="${SRC}" alt="one" width="9" height="8" loading="lazy" /></p><img src="/files/b/b.png" alt="two">`,
    );
    expect(html).toMatch(
      /^<p><img src="\/media\/to-ken_1\/960\/a%20b\.jpg" srcset="[^"]+ 1280w" sizes="50vw" /u,
    );
    expect(html).toContain('" width="1600" height="1000" alt="one" loading="lazy" /></p>');
    expect(html).toMatch(/<img src="\/media\/b\/320\/b\.png"[^>]* width="320" height="200" alt="two">$/u);
  });

  it.each([
    '<img src="/files/unknown/a.jpg" alt="" width="9" height="8" loading="lazy">',
    '<img src="/files/a/constructor" alt="">',
    '<img src="https://a.example/a.jpg" alt="">',
    `<a title="&lt;img src=&quot;${SRC}&quot;&gt;" href="${SRC}">x</a>`,
  ])('leaves %s unchanged', (html) => {
    expect(mended(html)).toBe(html);
  });

  it.each(['a &gt; b', ' width=&quot;5&quot; onerror=&quot;x&quot;', '$& $1 $`', '&quot;&gt;&lt;script&gt;'])(
    'keeps the alternative text %s of a picture',
    (alt) => {
      const html = mended(`<img src="${SRC}" alt="${alt}" loading="lazy">`);
      expect(html).toContain(`alt="${alt}" loading="lazy">`);
      expect(html.match(/</gu)).toHaveLength(1);
    },
  );
});
