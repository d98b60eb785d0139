import { expect, it } from 'vitest';
import { NO_CONTENT_CACHE } from '../support/fake-backend.ts';
import { allIn, type Element, linksIn, textOf } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);

const currentIn = (element?: Element): string[] =>
  (element ? allIn(element, 'a') : []).flatMap(({ attributes }) =>
    attributes['aria-current'] ? [`${attributes.href} ${attributes['aria-current']}`] : [],
  );

it.each([
  ['/', []],
  ['/who-we-are/our-story', ['/who-we-are true', '/who-we-are/our-story page']],
  ['/who-we-are/our-story/founders', ['/who-we-are true', '/who-we-are/our-story true']],
  ['/newsroom/insights/a%20b', ['/newsroom true', '/newsroom/insights true']],
  ['/newsroom/press-room/p2', ['/newsroom true', '/newsroom?go=Press%20Room#press-room true']],
  ['/articles/loose', []],
  ['/nothing', []],
])('the menu on %s marks %j as current', async (address, marked) => {
  expect(currentIn((await pageAt(site(), address)).menu)).toEqual(marked);
});

it.each([
  [
    '/en/newsroom/press-room/p2',
    [
      ['/en', 'Home'],
      ['/en/newsroom', 'Newsroom'],
      ['/en/newsroom?go=Press%20Room#press-room', 'Press room'],
    ],
    'Press 2',
  ],
  ['/en/articles/loose', [['/en', 'Home']], 'Loose leaf'],
])('the breadcrumbs of %s are %j and end with %s', async (address, links, current) => {
  const nav = (await pageAt(site(), address)).one('nav', { class: 'breadcrumbs' });
  expect(linksIn(nav)).toEqual(links);
  expect(allIn(nav, 'span', { 'aria-current': 'page' }).map(textOf)).toEqual([current]);
});

it('the menu has only two levels', async () => {
  const page = await pageAt(site(), '/en/who-we-are/our-story');
  const inMenu = page.menu ? linksIn(page.menu).map(([, text]) => text) : [];
  expect(inMenu).toContain('Our story');
  expect(inMenu).not.toContain('The founders');
  expect(linksIn(page.main)).toContainEqual(['/en/who-we-are/our-story/founders', 'The founders']);
});

it.each([
  ['/en/history', '/en/our-business', '/en/annual-reports'],
  ['/en/who-we-are', undefined, '/en/newsroom'],
  ['/en/empty-shelf', '/en/apply', undefined],
])('%s links to its neighbours %s and %s', async (address, previous, next) => {
  const page = await pageAt(site(), address);
  expect(page.all('a', { rel: 'prev' })[0]?.attributes.href).toBe(previous);
  expect(page.all('a', { rel: 'next' })[0]?.attributes.href).toBe(next);
});
