import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { startGallery } from '../gallery/server.ts';
import { specimenHref } from '../gallery/specimen.ts';
import { viewports, withPage } from '../support/browser.ts';
import { startChangedSite } from '../support/demo-content.ts';
import { itEach } from '../support/matrix.ts';
import { addressOf, pageKinds } from '../support/page-kinds.ts';

/** Minimum ratio of an image's file width to the screen pixels that it fills. */
const MIN_RATIO = 0.9;
const MAX_RATIO = 2.1;
/** Width of the narrowest file. */
const NARROWEST = 160;

type Shown = {
  src: string;
  widthsOffered: number[];
  hasSize: boolean;
  /** Width of the whole image in CSS pixels, including parts that its frame clips. */
  drawn: number;
  isLazy: boolean;
  priority: string;
};

/** Loads and returns every visible content image. */
const shownOn = (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const images = [...document.images].filter((image) => image.srcset && image.checkVisibility());
    for (const image of images) {
      image.scrollIntoView({ block: 'center' });
      if (!image.complete) await new Promise((resolve) => image.addEventListener('load', resolve));
    }
    return images.map((image) => {
      const { width, height } = image.getBoundingClientRect();
      const [ownWidth = 0, ownHeight = 1] = ['width', 'height'].map((name) =>
        Number(image.getAttribute(name)),
      );
      const isCut = getComputedStyle(image).objectFit === 'cover';
      return {
        src: image.currentSrc,
        widthsOffered: image.srcset.split(', ').map((one) => Number.parseInt(one.split(' ')[1] ?? '', 10)),
        hasSize: ownWidth > 0 && ownHeight > 0,
        drawn: isCut ? Math.max(width, (height * ownWidth) / ownHeight) : width,
        isLazy: image.loading === 'lazy',
        priority: image.fetchPriority,
      };
    });
  });

/** Reopens a page until all its images are resized, because the site does not delay first visits to resize images. */
const openResized = (page: Page, url: string): Promise<void> =>
  expect
    .poll(async () => {
      await page.goto(url);
      return page.locator(':is(.picture, .prose) img[src^="/files/"]').count();
    })
    .toBe(0);

/** Returns errors of the file that the browser chose. */
function faultsOf({ src, widthsOffered, hasSize, drawn }: Shown, scale: number): string[] {
  const { pathname } = new URL(src);
  const fileWidth = Number(pathname.split('/')[3]);
  const ratio = fileWidth / (drawn * scale);
  const faults = {
    'no size': !hasSize,
    'not resized': !pathname.startsWith('/media/'),
    'too narrow': ratio < MIN_RATIO && fileWidth < Math.max(...widthsOffered),
    'too wide': ratio > MAX_RATIO && fileWidth !== NARROWEST,
  };
  return Object.entries(faults).flatMap(([fault, isThere]) =>
    isThere ? [`${pathname}, ${Math.round(drawn)} px at ${scale}x: ${fault}`] : [],
  );
}

const kinds = pageKinds.filter(({ language, site }) => language === 'en' && site === 'demo');
const cases = Object.entries(viewports).flatMap(([device, viewport]) =>
  [1, 2].flatMap((deviceScaleFactor) =>
    kinds.map((kind) => ({ device, viewport, deviceScaleFactor, kind, name: kind.name })),
  ),
);
/** Pages with a cover, with cards and with a text. */
const SHOWN = ['home', 'article list', 'article'];
const isShown = ({ device, deviceScaleFactor, name }: (typeof cases)[number]) =>
  device === 'phone' && deviceScaleFactor === 2 && SHOWN.includes(name);

itEach(cases, isShown)(
  'loads images of $name in the right size for a $device at $deviceScaleFactor x',
  ({ kind, viewport, deviceScaleFactor }) =>
    withPage({ viewport, deviceScaleFactor }, async (page, sites) => {
      await openResized(page, addressOf(sites, kind));
      const shown = await shownOn(page);
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.flatMap((one) => faultsOf(one, deviceScaleFactor))).toEqual([]);
      const first = shown.filter(({ priority }) => priority === 'high');
      expect(first.length).toBeLessThanOrEqual(1);
      expect(first.some(({ isLazy }) => isLazy)).toBe(false);
      expect(shown.filter(({ isLazy, priority }) => !isLazy && priority === 'auto')).toEqual([]);
    }),
);

/** Makes the browser report a connection. */
const connect = (page: Page, connection: object) =>
  page.addInitScript((value) => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => value });
  }, connection);

const countMissing = (page: Page): Promise<number> =>
  page.evaluate(
    () => [...document.images].filter((image) => image.checkVisibility() && !image.complete).length,
  );

/** Images at the end of the home page, which browsers do not load before the visitor scrolls. */
const AT_THE_END = /\/report-[^/]+$/u;

it('loads the images of a large screen one by one when the page is idle', () =>
  withPage({ viewport: viewports.desk }, async (page, { demo }) => {
    await openResized(page, `${demo}/en`);
    const running = new Set<string>();
    const beside: string[][] = [];
    page.on('request', (request) => {
      if (AT_THE_END.test(request.url())) beside.push([...running]);
      if (request.resourceType() === 'image') running.add(request.url());
    });
    page.on('requestfinished', (request) => running.delete(request.url()));
    await page.reload();
    await expect.poll(() => countMissing(page)).toBe(0);
    expect(beside.length).toBeGreaterThan(2);
    expect(beside.flat()).toEqual([]);
  }));

it.each([
  ['on a phone', viewports.phone, {}],
  ['with Save-Data', viewports.desk, { saveData: true }],
  ['on a slow line', viewports.desk, { effectiveType: '3g' }],
])('does not load images that are not in view %s', (_name, viewport, connection) =>
  withPage({ viewport }, async (page, { demo }) => {
    await connect(page, connection);
    await page.goto(`${demo}/en`, { waitUntil: 'networkidle' });
    expect(await countMissing(page)).toBeGreaterThan(2);
  }),
);

it('with Save-Data, the images of a text link to their files', () =>
  withPage({ viewport: viewports.phone }, async (page, { demo }) => {
    const url = `${demo}/en/news/group-news/1004`;
    await openResized(page, url);
    expect(await page.locator('.prose a img').count()).toBe(0);
    await connect(page, { saveData: true });
    await page.reload();
    const link = page.locator('.prose a:has(> img)').first();
    const file = `${await link.getAttribute('href')}`;
    expect(file).toMatch(/^\/files\/[\w-]+\/chart-[\w-]+\.png$/u);
    await link.click();
    await page.waitForURL((opened) => opened.pathname === file);
    expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
  }));

it('gives only transparent images a light background in dark mode', () =>
  withPage({ viewport: viewports.phone, colorScheme: 'dark' }, async (page, { demo }) => {
    await openResized(page, `${demo}/en`);
    const groundOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((image) => getComputedStyle(image).backgroundColor);
    expect(await groundOf('.brand img')).toBe('rgb(251, 249, 245)');
    expect(await groundOf('.picture img')).toBe('rgb(20, 35, 53)');
  }));

it('shows a wide logo wider than high', async () => {
  await using gallery = await startGallery();
  const widths = [viewports.phone, viewports.desk].map((viewport) =>
    withPage({ viewport }, async (page) => {
      await page.goto(gallery.origin + specimenHref('articles-long-words-en'));
      return (await page.locator('.brand img').boundingBox())?.width;
    }),
  );
  expect(await Promise.all(widths)).toEqual([64, 160]);
});

it('shows a single record without an image as wide as a text', async () => {
  await using gallery = await startGallery();
  await withPage({ viewport: viewports.desk }, async (page) => {
    await page.goto(gallery.origin + specimenHref('lists-one-item-en'));
    const records = await page.locator('.list-grid > li').all();
    const widths = await Promise.all(records.map(async (one) => (await one.boundingBox())?.width));
    expect(new Set(widths)).toEqual(new Set([672]));
  });
});

const IMAGE = '/files/pictures/figure-wind.jpg';
const TEXT = `<p>one <img src="${IMAGE}" width="24"> two</p><p><img src="${IMAGE}"><br>three</p>
<p><img src="${IMAGE}" style="width:200px"></p>
<p><img src="${IMAGE}" style="width:48%"> <img src="${IMAGE}" style="width:48%"></p>`;

/** Returns the boxes of the images in a text, and how far it moved while it loaded. */
const loadText = (page: Page) =>
  page.evaluate(async () => {
    const images = [...document.querySelectorAll<HTMLImageElement>('.prose img')];
    const boxes = () => images.map((image) => image.getBoundingClientRect().toJSON() as DOMRect);
    const shown = boxes();
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode()));
    const column = document.querySelector('.prose')?.getBoundingClientRect().width ?? 0;
    return { column, shown, loaded: boxes(), priorities: images.map((image) => image.fetchPriority) };
  });

it('shows images in their line and in the size of the editor, without layout shift', async () => {
  await using site = await startChangedSite(async (folder) => {
    const article = {
      id: 1001,
      title: 'T',
      publishTime: '2026-10-28',
      columnCode: 'Group News',
      content: TEXT,
    };
    await writeFile(path.join(folder, 'articles/1001.json'), JSON.stringify(article));
  });
  const url = `${site.base}/en/news/group-news/1001`;
  await withPage({ viewport: viewports.phone }, (page) => openResized(page, url));
  for (const viewport of [viewports.phone, viewports.desk])
    await withPage({ viewport }, async (page) => {
      await page.goto(url);
      const { column, shown, loaded, priorities } = await loadText(page);
      expect(loaded).toEqual(shown);
      expect(priorities.map((priority) => priority === 'high')).toEqual([false, true, false, false, false]);
      const [icon, whole, fixed, left, right] = loaded as [DOMRect, DOMRect, DOMRect, DOMRect, DOMRect];
      expect([icon.width, whole.width, fixed.width]).toEqual([24, column, 200]);
      expect(left.top === right.top).toBe(viewport === viewports.desk);
      const lines = await page.locator('.prose p').evaluateAll((all) => all.map((one) => one.clientHeight));
      expect(lines[0]).toBeLessThan(40);
    });
});
