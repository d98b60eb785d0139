import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { complaintsOf, viewports, withPage } from '../../support/browser.ts';
import { stopClock } from '../../support/clock.ts';
import { withoutScript, withoutStorage } from '../../support/without.ts';

const HOME = '/en';
const DELAY = 300;
const MOVING = { reducedMotion: 'no-preference' } as const;
const WIDE = { ...MOVING, viewport: viewports.desk };
const REVEAL = /\/assets\/reveal-\w+\.js$/u;
/** Every block that can be animated. */
const BLOCKS = '.figures, .features > li, .block-head, .block-body';

/** Blocks that are out of place until they are scrolled to. */
const displaced = (page: Page): Promise<number> =>
  page
    .locator(BLOCKS)
    .evaluateAll((blocks) => blocks.filter((block) => getComputedStyle(block).transform !== 'none').length);

/** Simulates the machine's cores and memory. */
const onMachine = (page: Page, cores: number, gigabytes: number): Promise<unknown> =>
  page.addInitScript(
    ([hardwareConcurrency, deviceMemory]) => {
      for (const [name, value] of Object.entries({ hardwareConcurrency, deviceMemory }))
        Object.defineProperty(Navigator.prototype, name, { get: () => value, configurable: true });
    },
    [cores, gigabytes] as const,
  );

/** Controls the clock of the page and records its requests. */
async function open(page: Page, address: string): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => REVEAL.test(request.url()) && asked.push(request.url()));
  await stopClock(page);
  await page.goto(address, { waitUntil: 'load' });
  return asked;
}

/** Starts AOS and waits until blocks below the window are out of place. */
async function start(page: Page): Promise<void> {
  await page.clock.runFor(DELAY);
  await page.locator('[data-aos]').last().waitFor({ state: 'attached' });
  await page.clock.runFor(200);
  await expect.poll(() => page.locator('.aos-init').count()).toBeGreaterThan(3);
}

/** Scrolls and waits until that is noticed. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo(0, y), top);
  // Scroll events are dispatched with the next frame.
  await page.waitForTimeout(50);
  await page.clock.runFor(500);
}

describe('on a wide screen', () => {
  it('AOS is loaded after the delay', () =>
    withPage(WIDE, async (page, { demo }) => {
      const complaints = complaintsOf(page);
      const asked = await open(page, demo + HOME);
      await page.clock.runFor(DELAY - 1);
      expect(asked).toEqual([]);
      await start(page);
      expect(asked).toHaveLength(1);
      expect(complaints).toEqual([]);
    }));

  it('AOS starts with the options of the design', () =>
    withPage(WIDE, async (page, { demo }) => {
      await open(page, demo + HOME);
      await start(page);
      const { aosDuration, aosEasing } = await page.evaluate(() => ({ ...document.body.dataset }));
      expect([aosDuration, aosEasing]).toEqual(['600', 'ease-out-quad']);
    }));

  it('blocks of the first view stay in place and those below are moved', () =>
    withPage(WIDE, async (page, { demo }) => {
      await open(page, demo + HOME);
      await page.evaluate(() => window.scrollTo(0, 700));
      await start(page);
      const tops = await page
        .locator(BLOCKS)
        .evaluateAll((blocks) =>
          blocks.map((block) => [
            (block as HTMLElement).dataset.aos ?? '',
            (block.closest('.block') ?? block).getBoundingClientRect().top >= innerHeight ? 'below' : 'seen',
          ]),
        );
      expect(tops.filter(([, place]) => place === 'below').every(([aos]) => aos === 'rise')).toBe(true);
      expect(tops.filter(([aos]) => aos === '').length).toBeGreaterThan(0);
      await expect.poll(() => displaced(page)).toBe(await page.locator('[data-aos]').count());
    }));

  it('a block appears 100 pixels above the edge, leaves below it and appears again', () =>
    withPage(WIDE, async (page, { demo }) => {
      await open(page, demo + HOME);
      await start(page);
      const block = page.locator('[data-aos]').nth(4);
      const top = await block.evaluate((element) => {
        let y = 0;
        for (let at = element as HTMLElement | null; at; at = at.offsetParent as HTMLElement | null)
          y += at.offsetTop;
        return y - innerHeight;
      });
      const isShown = () => block.evaluate((element) => element.classList.contains('aos-animate'));
      for (const [offset, shown] of [
        [90, false],
        [110, true],
        [90, false],
        [110, true],
      ] as const) {
        await scrollTo(page, top + offset);
        await expect.poll(isShown).toBe(shown);
      }
      await expect.poll(() => block.evaluate((element) => getComputedStyle(element).transform)).toBe('none');
    }));

  it('a block moves with duration and easing of AOS', () =>
    withPage(WIDE, async (page, { demo }) => {
      await open(page, demo + HOME);
      await start(page);
      const { duration, easing } = await page
        .locator('[data-aos]')
        .first()
        .evaluate((element) => {
          const { transitionDuration, transitionTimingFunction } = getComputedStyle(element);
          return { duration: transitionDuration, easing: transitionTimingFunction };
        });
      expect([duration, easing]).toEqual(['0.6s', 'cubic-bezier(0.25, 0.46, 0.45, 0.94)']);
    }));

  it('a page captured or saved before scrolling shows every block', () =>
    withPage(WIDE, async (page, { demo }) => {
      await open(page, demo + HOME);
      await start(page);
      expect(
        await page
          .locator(BLOCKS)
          .evaluateAll((blocks) =>
            blocks.every((block) =>
              block.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
            ),
          ),
      ).toBe(true);
    }));

  it('a block that leaves at the top is mirrored', () =>
    withPage(WIDE, async (page, { demo }) => {
      await open(page, demo + HOME);
      await start(page);
      const block = page.locator('[data-aos].block-head').first();
      const isShown = () => block.evaluate((element) => element.classList.contains('aos-animate'));
      await block.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await scrollTo(page, await page.evaluate(() => scrollY + 1));
      await expect.poll(isShown).toBe(true);
      await scrollTo(page, await page.evaluate(() => scrollY + 2 * innerHeight));
      await expect.poll(isShown).toBe(false);
    }));

  it('every block has appeared at the end of the page', () =>
    withPage(WIDE, async (page, { demo }) => {
      await open(page, demo + HOME);
      await start(page);
      const seen = new Set<number>();
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      for (let y = 0; y < height; y += 400) {
        await scrollTo(page, y);
        const shown = await page
          .locator(BLOCKS)
          .evaluateAll((blocks) =>
            blocks.flatMap((block, at) =>
              (block as HTMLElement).dataset.aos && !block.classList.contains('aos-animate') ? [] : [at],
            ),
          );
        for (const at of shown) seen.add(at);
      }
      expect(seen.size).toBe(await page.locator(BLOCKS).count());
    }));

  it('focused and printed blocks are in place', () =>
    withPage(WIDE, async (page, { demo }) => {
      await open(page, demo + HOME);
      await start(page);
      await expect.poll(() => displaced(page)).toBe(await page.locator('[data-aos]').count());
      const block = page.locator('[data-aos]:has(a)').last();
      await block
        .locator('a')
        .first()
        .evaluate((link) => link.focus({ preventScroll: true }));
      await expect.poll(() => block.evaluate((element) => getComputedStyle(element).transform)).toBe('none');
      expect(await displaced(page)).toBeGreaterThan(3);
      await page.emulateMedia({ media: 'print' });
      await expect.poll(() => displaced(page)).toBe(0);
    }));

  it('every block is in place after the window becomes narrow', () =>
    withPage(WIDE, async (page, { demo }) => {
      await open(page, demo + HOME);
      await start(page);
      await expect.poll(() => displaced(page)).toBeGreaterThan(3);
      await page.setViewportSize({ width: 700, height: 900 });
      await expect.poll(() => displaced(page)).toBe(0);
      await page.setViewportSize(viewports.desk);
      await page.clock.runFor(1000);
      expect(await displaced(page)).toBe(0);
    }));

  it('every block stays in place if the script does not load', () =>
    withPage(WIDE, async (page, { demo }) => {
      await page.route(REVEAL, (route) => route.abort());
      await open(page, demo + HOME);
      // The reload guard reloads the page once.
      for (let load = 0; load < 2; load += 1) {
        await page.clock.runFor(DELAY);
        await page.waitForTimeout(300);
      }
      await page.waitForLoadState();
      expect(await displaced(page)).toBe(0);
      expect(await page.locator('[data-aos]').count()).toBe(0);
    }));

  it('AOS is not loaded for a page without blocks below', () =>
    withPage(WIDE, async (page, { demo }) => {
      const asked = await open(page, `${demo}/en/search`);
      await page.clock.runFor(5 * DELAY);
      expect(asked).toEqual([]);
    }));
});

it.each([
  ['two cores', 2, 8],
  ['one core', 1, 8],
  ['half a gigabyte of memory', 8, 0.5],
])('blocks move on a machine with %s', (_name, cores, gigabytes) =>
  withPage(WIDE, async (page, { demo }) => {
    await onMachine(page, cores, gigabytes);
    await open(page, demo + HOME);
    await start(page);
    expect(await displaced(page)).toBeGreaterThan(3);
  }),
);

it('AOS is not loaded with Save-Data', () =>
  withPage(WIDE, async (page, { demo }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });
    });
    const asked = await open(page, demo + HOME);
    await page.clock.runFor(5 * DELAY);
    expect(asked).toEqual([]);
    expect(await displaced(page)).toBe(0);
  }));

describe.each([
  ['a phone', { ...MOVING, viewport: { width: 767, height: 900 } }],
  ['a screen whose visitor wants no motion', { reducedMotion: 'reduce', viewport: viewports.desk }],
] as const)('on %s', (_name, options) => {
  it('AOS is not loaded and every block is in place', () =>
    withPage(options, async (page, { demo }) => {
      const asked = await open(page, demo + HOME);
      await page.clock.runFor(5 * DELAY);
      expect(asked).toEqual([]);
      expect(await displaced(page)).toBe(0);
    }));
});

describe.each(withoutScript)('with $name', ({ options, prepare }) => {
  it('every block is visible', () =>
    withPage({ ...WIDE, ...options }, async (page, { demo }) => {
      await prepare(page);
      await page.goto(demo + HOME);
      await page.waitForTimeout(2 * DELAY);
      expect(await displaced(page)).toBe(0);
    }));
});

describe(`with ${withoutStorage.name}`, () => {
  it('blocks are animated', () =>
    withPage(WIDE, async (page, { demo }) => {
      await withoutStorage.prepare(page);
      await open(page, demo + HOME);
      await start(page);
      expect(await page.locator('[data-aos]').count()).toBeGreaterThan(3);
    }));
});
