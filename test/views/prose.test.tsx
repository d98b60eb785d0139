import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { cleanHtml } from '../../src/content/text/rich-text.ts';
import type { Html, TextImage } from '../../src/content/text/serialize.ts';
import { OPTIONS } from '../../src/content/text/testing/options.ts';
import { ImageSizeContext } from '../../views/components/picture.tsx';
import { numberAnchors, Prose } from '../../views/components/prose.tsx';

it('offers other widths of the first images only if a text has many', () => {
  const src = `/files/token/${'a'.repeat(1000)}.jpg`;
  const html = Array.from({ length: 200 }, (): TextImage => ({ kind: 'image', src, alt: '' }));
  const shown = renderToString(
    <ImageSizeContext value={() => ({ width: 3000, height: 2000 })}>
      <Prose html={html} top={2} />
    </ImageSizeContext>,
  );
  expect(shown.split(' srcset=').length).toBeGreaterThan(10);
  expect(shown.split(`src="${src}"`).length).toBeGreaterThan(100);
  expect(shown.length).toBeLessThan(2 * 200 * src.length);
});

const idsIn = (html: string) => [...html.matchAll(/(?:id="|href="#)([^"]*)/gu)].map(([, id]) => id);

it.each([
  ['notes', ['notes', 'notes', 'notes-2', 'notes-2']],
  ['_main', ['_main-2', '_main-2', '_main-3', '_main-3']],
  ['$&amp;', ['$&amp;', '$&amp;', '$&amp;-2', '$&amp;-2']],
  ['注', ['注', '注', '注-2', '注-2']],
])('leads each link to the anchor %s of its own text', (anchor, ids) => {
  const { html } = cleanHtml(`<p><a href="#${anchor}">1</a></p><p id="${anchor}">n</p>`, OPTIONS);
  const page = renderToString(
    <main>
      <Prose html={html} top={2} />
      <Prose html={html} top={2} />
      <i id="_main" />
    </main>,
  );
  const numbered = numberAnchors(page);
  expect(idsIn(numbered)).toEqual([...ids, '_main']);
  expect(numbered).not.toContain('data-anchor');
});

it('leads a link with an encoded URL to its anchor', () => {
  const { html } = cleanHtml('<p><a href="#%E6%B3%A8">1</a></p><p id="注">n</p>', OPTIONS);
  const page = numberAnchors(
    renderToString(
      <main id="注">
        <Prose html={html} top={2} />
      </main>,
    ),
  );
  expect(idsIn(page)).toEqual(['注', '%E6%B3%A8-2', '注-2']);
});

it.each([
  ['<h1>a</h1><h2>b</h2>', '<h2>a</h2><h3>b</h3>'],
  ['<H1>a</H1><h5>b</h5><h6>c</h6>', '<h2>a</h2><h3>b</h3><h4>c</h4>'],
  ['<h2>a</h2><h1>b</h1><h4></h4>', '<h3>a</h3><h2>b</h2>'],
  ['<h1>&lt;h1&gt;</h1><p><abbr title="<h1>">a</abbr></p>', '&lt;h1&gt;</h2><p><abbr title="&lt;h1&gt;">'],
])('numbers the headings of %s without gaps: %s', (html, expected) => {
  expect(renderToString(<Prose html={cleanHtml(html, OPTIONS).html} top={2} />)).toContain(expected);
});

it('shows no heading below the sixth level', () => {
  const { html } = cleanHtml('<h1>a</h1><h2>a</h2><h3>a</h3><h4>a</h4>', OPTIONS);
  expect(renderToString(<Prose html={html} top={4} />)).toContain('<h5>a</h5><h6>a</h6><h6>a</h6>');
});

const image: TextImage = { kind: 'image', src: '/files/t/a.jpg', alt: '' };
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
