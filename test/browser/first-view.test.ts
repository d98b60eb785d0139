import { createServer } from 'node:http';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { viewports, withPage } from '../support/browser.ts';
import { listen } from '../support/listen.ts';
import { itFirst } from '../support/matrix.ts';
import { keepUnrest, unrestOf } from '../support/wire.ts';

const STYLE = /\/assets\/site-\w+\.css$/u;
const MOST_SHIFT = 0.001;
const TASK_MS = 50;
const PATHS = [
  '/en',
  '/en/news/group-news/1003',
  '/en/work-with-us/application',
  '/about-us',
  '/en/search?keyword=a',
  '/',
];

/** The bottom of the page's head or hero, its heading's font and whether anything stands below. */
const seen = () => {
  const heading = document.querySelector('h1') as HTMLElement;
  return {
    font: getComputedStyle(heading).fontFamily,
    bottom: document.querySelector('.page-head, .hero')?.getBoundingClientRect().bottom,
    hasFooter: document.querySelector('footer') !== null,
  };
};

/** Keeps the style from a page until the function that it gives is called. */
async function holdStyle(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(STYLE, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Resolves when what stands in the page has been painted. */
const twoFrames = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });

itFirst(3, PATHS)('a phone shows the head of %s as it stays, before the style has come', (path) =>
  withPage({ viewport: viewports.phone }, async (page, { demo }) => {
    const letStyleCome = await holdStyle(page);
    await keepUnrest(page, TASK_MS);
    const loaded = page.goto(demo + path);
    await page.locator('h1').waitFor();
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const first = await page.evaluate(seen);
    expect(first.hasFooter).toBe(false);
    letStyleCome();
    await loaded;
    expect(await page.evaluate(seen)).toEqual({ ...first, hasFooter: true });
    expect((await unrestOf(page)).shift).toBeLessThanOrEqual(MOST_SHIFT);
  }),
);

/** Times of the first paint and of the end of the stylesheet's download. */
const firstPaint = (style: string) => ({
  paintedAt: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  styledAt: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).find(({ name }) =>
    new RegExp(style, 'u').test(name),
  )?.responseEnd,
});

itFirst(1, PATHS)('a wide window shows nothing of %s before the style has come, and then no shift', (path) =>
  withPage({ viewport: viewports.desk }, async (page, { demo }) => {
    const letStyleCome = await holdStyle(page);
    await keepUnrest(page, TASK_MS);
    const loaded = page.goto(demo + path);
    await page.locator('h1').waitFor({ state: 'attached' });
    letStyleCome();
    await loaded;
    await page.evaluate(twoFrames);
    const { paintedAt, styledAt } = await page.evaluate(firstPaint, STYLE.source);
    expect(styledAt).toBeGreaterThan(0);
    expect(paintedAt).toBeGreaterThanOrEqual(styledAt ?? Number.NaN);
    expect((await unrestOf(page)).shift).toBeLessThanOrEqual(MOST_SHIFT);
  }),
);

itFirst(1, PATHS)('%s is readable where its style never comes', (path) =>
  withPage({ viewport: viewports.phone }, async (page, { demo }) => {
    await page.route(STYLE, (route) => route.abort());
    await page.goto(demo + path);
    const { font, hasFooter } = await page.evaluate(seen);
    expect(font).toMatch(/Georgia|Songti/u);
    expect(hasFooter).toBe(true);
  }),
);

/** Serves a site, but one page in two pieces: the second, from `at`, comes when it is let go. */
async function startInPieces(base: string, path: string, at: string) {
  const rest = Promise.withResolvers<void>();
  const html = await (await fetch(base + path)).text();
  const cut = html.indexOf(at);
  const server = createServer(async (request, response) => {
    if (request.url === path) {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).write(html.slice(0, cut));
      await rest.promise;
      response.end(html.slice(cut));
      return;
    }
    const answer = await fetch(base + request.url);
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'Content-Type': type }).end(await answer.bytes());
  });
  const { origin, close } = await listen(server);
  return { origin, cut, finish: rest.resolve, [Symbol.asyncDispose]: close };
}

/** Pages that a line cuts where something stands already, the text at the cut, what stands there, and what comes next. */
const CUTS = [
  ['home', '/en', '<div class="hero-banner">', '.hero-words', '.hero-banner'],
  [
    'a list',
    '/en/news/group-news',
    '<div class="card-article-words">',
    '.card-article .picture',
    '.card-article-words',
  ],
] as const;

it.each(CUTS)('what stands of %s does not move while the rest comes', (_name, path, at, stands, comes) =>
  withPage({ viewport: viewports.phone }, async (page, { demo }) => {
    await using pieces = await startInPieces(demo, path, at);
    expect(pieces.cut).toBeGreaterThan(0);
    await keepUnrest(page, TASK_MS);
    const loaded = page.goto(pieces.origin + path);
    await page.locator(stands).first().waitFor({ state: 'attached' });
    await page.evaluate(twoFrames);
    pieces.finish();
    await loaded;
    await page.locator(comes).first().waitFor();
    expect((await unrestOf(page)).shift).toBeLessThanOrEqual(MOST_SHIFT);
  }),
);
