import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { viewports, withPage } from '../support/browser.ts';
import { itEach, itFirst } from '../support/matrix.ts';
import { addressOf, pageKinds } from '../support/page-kinds.ts';
import { keepUnrest, unrestOf } from '../support/wire.ts';

/** How much narrower or wider than it is drawn a picture's file may be, in pixels of the screen. */
const LEAST = 0.9;
const MOST = 2.1;
/** The narrowest file there is: nothing smaller can be chosen. */
const NARROWEST = 160;
const MOST_SHIFT = 0.02;
const TASK_MS = 50;
const PATIENCE_MS = 15_000;

type Shown = {
  src: string;
  widthsOffered: number[];
  hasSize: boolean;
  /** Width in CSS pixels of the whole picture, its parts too that its frame cuts off. */
  drawn: number;
  fileWidth: number;
  isLazy: boolean;
  priority: string;
};

/** Every picture of the content that is shown, after a visit to the page's end. */
const shownOn = (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const images = [...document.images].filter((image) => image.srcset && image.checkVisibility());
    for (const image of images) {
      image.scrollIntoView({ block: 'center' });
      if (!image.complete) await new Promise((resolve) => image.addEventListener('load', resolve));
    }
    return images.map((image) => {
      const { width, height } = image.getBoundingClientRect();
      const [ownWidth, ownHeight] = ['width', 'height'].map((name) => Number(image.getAttribute(name)));
      const isCut = getComputedStyle(image).objectFit === 'cover';
      const shape = (ownWidth ?? 0) / (ownHeight ?? 1);
      return {
        src: image.currentSrc,
        widthsOffered: image.srcset.split(', ').map((one) => Number.parseInt(one.split(' ')[1] ?? '', 10)),
        hasSize: Boolean(ownWidth && ownHeight),
        drawn: isCut ? Math.max(width, height * shape) : width,
        fileWidth: Number(new URL(image.currentSrc).pathname.split('/')[3]),
        isLazy: image.loading === 'lazy',
        priority: image.fetchPriority,
      };
    });
  });

/** A page whose first visitors did not wait for its pictures is theirs alone: a later one knows them all. */
const openWhole = (page: Page, address: string): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.goto(address);
        return page.locator(':is(.picture, .prose) img[src^="/files/"]').count();
      },
      { timeout: PATIENCE_MS, interval: 500 },
    )
    .toBe(0);

/** Describes what is wrong with the file that the browser chose. */
function faultOf({ src, widthsOffered, hasSize, drawn, fileWidth }: Shown, scale: number): string[] {
  const name = `${src.split('/').at(-1)} ${fileWidth} for ${Math.round(drawn)} at ${scale}x`;
  const needed = drawn * scale;
  const isWidest = fileWidth >= Math.max(...widthsOffered);
  return [
    ...(hasSize ? [] : [`${name}: no size`]),
    ...(new URL(src).pathname.startsWith('/media/') ? [] : [`${name}: not resized`]),
    ...(fileWidth >= LEAST * needed || isWidest ? [] : [`${name}: too narrow`]),
    ...(fileWidth <= MOST * needed || fileWidth === NARROWEST ? [] : [`${name}: too wide`]),
  ];
}

const kinds = pageKinds.filter(({ language, site }) => language === 'en' && site === 'demo');
const screens = Object.entries(viewports).flatMap(([device, viewport]) =>
  [1, 2].map((deviceScaleFactor) => ({ device, viewport, deviceScaleFactor })),
);

const cases = screens.flatMap((screen) => kinds.map((kind) => ({ ...screen, kind, name: kind.name })));
/** Every way in which pictures stand: a cover, cards, a text. */
const SHOWN = ['home', 'page with sections', 'article list', 'article', 'reports'];
const isShown = ({ device, deviceScaleFactor, name }: (typeof cases)[number]) =>
  device === 'phone' && deviceScaleFactor === 2 && SHOWN.includes(name);

itEach(cases, isShown)(
  'the pictures of $name fit a $device with $deviceScaleFactor pixels for one',
  ({ kind, viewport, deviceScaleFactor }) =>
    withPage({ viewport, deviceScaleFactor }, async (page, sites) => {
      await keepUnrest(page, TASK_MS);
      await openWhole(page, addressOf(sites, kind));
      const shown = await shownOn(page);
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.flatMap((one) => faultOf(one, deviceScaleFactor))).toEqual([]);
      const first = shown.filter(({ priority }) => priority === 'high');
      expect(first.length).toBeLessThanOrEqual(1);
      expect(first.some(({ isLazy }) => isLazy)).toBe(false);
      expect(shown.filter(({ isLazy, priority }) => !isLazy && priority !== 'high')).toEqual([]);
      expect((await unrestOf(page)).shift).toBeLessThanOrEqual(MOST_SHIFT);
    }),
);

itFirst(1, ['/en', '/en/about-us', '/en/news/group-news/1003'])(
  'the first picture of %s comes first',
  (path) =>
    withPage({ viewport: viewports.desk }, async (page, { demo }) => {
      await openWhole(page, demo + path);
      const [first, ...others] = (await shownOn(page)).filter(({ src }) => !src.endsWith('/logo.png'));
      expect([first?.priority, first?.isLazy]).toEqual(['high', false]);
      expect(others.every(({ priority, isLazy }) => priority !== 'high' && isLazy)).toBe(true);
    }),
);

const NO_COLOUR = 'rgba(0, 0, 0, 0)';

/** Frames of pictures, with the size that they keep. */
const framesOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main .picture')].map((frame) => {
      const { width, height } = frame.getBoundingClientRect();
      const { backgroundColor } = getComputedStyle(frame);
      return {
        width,
        height,
        backgroundColor,
      };
    }),
  );

describe.each([
  ['before they come', (page: Page) => page.route('**/media/**', () => undefined)],
  ['that never come', (page: Page) => page.route('**/media/**', (route) => route.abort())],
])('pictures %s', (_, block) => {
  itEach(
    [
      { path: '/en', device: 'phone' },
      { path: '/en', device: 'desk' },
      { path: '/en/about-us', device: 'desk' },
      { path: '/en/sustainability/responsible-investment', device: 'phone' },
    ] as const,
    ({ path, device }) => path === '/en' && device === 'phone',
  )('on $path, at a $device, leave a frame of their shape and a colour', ({ path, device }) =>
    withPage({ viewport: viewports[device] }, async (page, { demo }) => {
      await openWhole(page, demo + path);
      await shownOn(page);
      const whole = await framesOn(page);
      await block(page);
      await page.goto(demo + path, { waitUntil: 'commit' });
      await page.locator('footer').last().waitFor();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      // The page's parts can be there before its style is.
      await expect.poll(() => framesOn(page), { timeout: PATIENCE_MS }).toEqual(whole);
      const frames = await framesOn(page);
      expect(frames.length).toBeGreaterThan(0);
      expect(frames.filter(({ backgroundColor }) => backgroundColor === NO_COLOUR)).toEqual([]);
    }),
  );
});
