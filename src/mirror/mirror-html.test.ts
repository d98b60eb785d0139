import { expect, it } from 'vitest';
import { mirrorHtml } from './mirror-html.ts';

const SITE = 'https://www.group.example';
const mirrored = (html: string) => mirrorHtml(html, SITE);

it('rewrites links for the mirror and returns the original ones', () => {
  const { html, links } = mirrored(
    '<a class="x" href="/news?go=A&amp;page=2#a">2</a> <a href="/en?lang=en">en</a>',
  );
  expect(html).toBe('<a class="x" href="/news/a/page-2/#a">2</a> <a href="/en/">en</a>');
  expect(links).toEqual(['/news?go=A&page=2#a', '/en?lang=en']);
});

it('leaves external links and links that cannot be files unchanged', () => {
  const text =
    '<link rel="canonical" href="https://www.group.example/news?page=2"/><a href="#x"></a><a href="mailto:a@b.c"></a><a href="/a/b%2Fc">';
  expect(mirrored(text)).toEqual({ html: text, links: ['/a/b%2Fc'] });
});

it('returns every width of a picture and the pictures for social networks', () => {
  const text =
    '<meta content="https://www.group.example/media/t/1280/a.png"/><img src="/media/t/960/a.png" srcSet="/media/t/160/a.png 160w, /media/t/960/a.png 960w"/>' +
    '<script type="application/ld+json">{"image":"https://www.group.example/files/t/a.png","logo":"https://other.example/files/t/b.png"}</script>';
  const { html, links } = mirrored(text);
  expect(html).toBe(text);
  expect(links).toEqual([
    '/media/t/1280/a.png',
    '/files/t/a.png',
    '/media/t/960/a.png',
    '/media/t/160/a.png',
    '/media/t/960/a.png',
  ]);
});

it('ignores text that only looks like a link', () => {
  const text = '<p>write a href=&quot;/x&quot; so</p>';
  expect(mirrored(text)).toEqual({ html: text, links: [] });
});
