import { describe, expect, it } from 'vitest';
import { mediaHref, responsiveImage, responsiveImages, WIDTHS, widthsFor } from './resized-pictures.ts';

const SHOWN = { sizes: '50vw', maxWidth: 1280 };
const SRC = '/files/to-ken_1/a%20b.jpg';
const facts = { width: 1600, height: 1000 };

describe('mediaHref', () => {
  it.each([
    ['/files/abc/a.jpg', '/media/abc/320/a.jpg'],
    ['/files/a-b_C/%E5%B1%B1%20(1).png', '/media/a-b_C/320/%E5%B1%B1%20(1).png'],
    ["/files/abc/it's.png", "/media/abc/320/it's.png"],
    ['/files/abc/$&.png', '/media/abc/320/$&.png'],
    ['/files/abc/a.jpg?x=1', '/files/abc/a.jpg?x=1'],
    ['https://a.example/files/abc/a.jpg', 'https://a.example/files/abc/a.jpg'],
  ])('reads %s as a picture whose resized address is %s', (src, href) => {
    expect(mediaHref(src, 320)).toBe(href);
  });
});

describe('widthsFor', () => {
  it.each([
    [1600, 2560, [160, 320, 480, 640, 960, 1280, 1920]],
    [1600, 1280, [160, 320, 480, 640, 960, 1280]],
    [1280, 2560, [160, 320, 480, 640, 960, 1280]],
    [160, 2560, [160]],
    [161, 2560, [160, 320]],
    [1, 2560, [160]],
    [9000, 9000, [...WIDTHS]],
  ])('offers the widths of a picture of %i pixels that is shown with at most %i', (width, most, widths) => {
    expect(widthsFor(width, most)).toEqual(widths);
  });
});

describe('responsiveImage', () => {
  it('names the width of each file, and never more than the picture has', () => {
    const { srcSet, src, ...rest } = responsiveImage(SRC, { ...facts, width: 500, height: 300 }, SHOWN);
    expect(srcSet.split(', ')).toEqual([
      '/media/to-ken_1/160/a%20b.jpg 160w',
      '/media/to-ken_1/320/a%20b.jpg 320w',
      '/media/to-ken_1/480/a%20b.jpg 480w',
      '/media/to-ken_1/640/a%20b.jpg 500w',
    ]);
    expect(src).toBe('/media/to-ken_1/640/a%20b.jpg');
    expect(rest).toEqual({ sizes: '50vw', width: 500, height: 300 });
  });

  it.each([1, 100, 160, 1600, 10_000])('offers one file per width for a picture of %i pixels', (width) => {
    const { srcSet } = responsiveImage(SRC, { ...facts, width }, SHOWN);
    const descriptors = srcSet.split(', ').map((one) => one.split(' ')[1]);
    expect(new Set(descriptors).size).toBe(descriptors.length);
  });
});

describe('responsiveImages', () => {
  const known = { [SRC]: facts, '/files/b/b.png': { width: 320, height: 200 } };
  const mended = (html: string) => responsiveImages(html, known, SHOWN);

  it('makes each picture of a text responsive and keeps its other attributes', () => {
    const html = mended(
      `<p><img src="${SRC}" alt="one" loading="lazy" /></p><p>x</p><img src="/files/b/b.png" alt="two">`,
    );
    expect(html).toMatch(
      /^<p><img src="\/media\/to-ken_1\/960\/a%20b\.jpg" srcset="[^"]+ 1280w" sizes="50vw" /u,
    );
    expect(html).toContain(' width="1600" height="1000" alt="one" loading="lazy" /></p><p>x</p>');
    expect(html).toMatch(/<img src="\/media\/b\/320\/b\.png"[^>]* width="320" height="200" alt="two">$/u);
  });

  it('uses the size of the file instead of the size that an editor typed', () => {
    const html = mended(`<img src="${SRC}" alt="" width="9" height="8">`);
    expect(html.match(/ (?:width|height)="\d+"/gu)).toEqual([' width="1600"', ' height="1000"']);
  });

  it.each([
    '<img src="/files/unknown/a.jpg" alt="" width="9" height="8" loading="lazy">',
    '<img src="https://a.example/a.jpg" alt="">',
    `&lt;img src="${SRC}"&gt;`,
    `<a title="&lt;img src=&quot;${SRC}&quot;&gt;">x</a>`,
    `<a href="${SRC}">x</a>`,
    '',
  ])('leaves %s unchanged', (html) => {
    expect(mended(html)).toBe(html);
  });

  it.each([
    'a &gt; b',
    ' width=&quot;5&quot; onerror=&quot;x&quot;',
    '$& $1 $`',
    '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
  ])('keeps the alternative text %s of a picture', (alt) => {
    const html = mended(`<img src="${SRC}" alt="${alt}" loading="lazy">`);
    expect(html).toContain(`alt="${alt}" loading="lazy">`);
    expect(html.match(/</gu)).toHaveLength(1);
  });

  it.each(['constructor', '__proto__', 'toString'])(
    'does not take a picture named %s for a known one',
    (name) => {
      const html = `<img src="/files/a/${name}" alt="">`;
      expect(mended(html)).toBe(html);
    },
  );
});
