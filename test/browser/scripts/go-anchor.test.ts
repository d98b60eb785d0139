import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { complaintsOf, viewports, withPage } from '../../support/browser.ts';
import { itFirst } from '../../support/matrix.ts';
import { isMarked, mark, withoutScript, withoutStorage } from '../../support/without.ts';

const PAGE = '/en/about-us';
const CODE = 'Message from the Chair';
const ID = 'message-from-the-chair';
const LINK = `${PAGE}?go=${encodeURIComponent(CODE)}`;
const ROOM = 20;
const UNMEASURED = 80;

/** Distance of the section from the top of the window. */
const topOf = (page: Page, id = ID): Promise<number> =>
  page.evaluate((name) => document.getElementById(name)?.getBoundingClientRect().top ?? Number.NaN, id);
const headerHeight = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('header')?.offsetHeight ?? 0);
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);
const contentsLink = (page: Page) => page.locator('.contents').getByRole('link', { name: 'Chair' });

async function followFromMenu(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Menu', exact: true }).click();
  await page.locator('.menu').getByRole('link', { name: CODE }).click();
}

async function expectThere(page: Page): Promise<void> {
  const expected = (await headerHeight(page)) + ROOM;
  await expect.poll(() => topOf(page).then((top) => Math.abs(top - expected))).toBeLessThanOrEqual(1);
}

/** Records calls of `scrollTo`. */
const listenToScrolls = (page: Page) =>
  page.addInitScript(() => {
    const scrolls: unknown[] = [];
    const own = window.scrollTo.bind(window);
    Object.assign(window, {
      scrolls,
      scrollTo: (options: ScrollToOptions) => {
        scrolls.push(options.behavior);
        own(options);
      },
    });
  });
const scrolls = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { scrolls: string[] }).scrolls);

describe('an address with `go`', () => {
  it('scrolls to a block of the home page', () =>
    withPage({ viewport: viewports.phone, reducedMotion: 'no-preference' }, async (page, { demo }) => {
      await page.goto(`${demo}/en?go=Reports`);
      const expected = (await headerHeight(page)) + ROOM;
      await expect
        .poll(() => topOf(page, 'reports').then((top) => Math.abs(top - expected)))
        .toBeLessThanOrEqual(1);
    }));

  itFirst(1, Object.entries(viewports))('leads to its section below the header (%s)', (_name, viewport) =>
    withPage({ viewport }, async (page, { demo }) => {
      const complaints = complaintsOf(page);
      await page.goto(demo + LINK);
      await expectThere(page);
      expect(await focusedId(page)).toBe(ID);
      expect(page.url()).toBe(`${demo}${LINK}#${ID}`);
      expect(complaints).toEqual([]);
    }),
  );

  it('scrolls smoothly, and instantly with reduced motion', async () => {
    for (const [reducedMotion, behavior] of [
      ['no-preference', 'smooth'],
      ['reduce', 'instant'],
    ] as const) {
      await withPage({ reducedMotion, viewport: viewports.desk }, async (page, { demo }) => {
        await listenToScrolls(page);
        await page.goto(demo + LINK);
        await expectThere(page);
        expect(await scrolls(page)).toEqual([behavior]);
      });
    }
  });

  it('keeps the scroll position on reload and Back', () =>
    withPage({ viewport: viewports.desk }, async (page, { demo }) => {
      await page.goto(demo + LINK);
      await expectThere(page);
      await page.evaluate(() => scrollTo(0, 300));
      await page.reload();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
      await page.goto(`${demo}/en`);
      await page.goBack();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
    }));

  itFirst(1, ['?go=Nothing#nothing', '?go=Nothing', '?go=', '?go=%E4%B8'])(
    'without a target, %s, causes no error',
    (query) =>
      withPage({}, async (page, { demo }) => {
        const complaints = complaintsOf(page);
        await page.goto(demo + PAGE + query);
        expect(await page.evaluate(() => scrollY)).toBe(0);
        expect(page.url()).toBe(demo + PAGE + query);
        expect(complaints).toEqual([]);
      }),
  );

  it('falls back to its fragment', () =>
    withPage({}, async (page, { demo }) => {
      await page.goto(`${demo}${PAGE}?go=Nothing#${ID}`);
      await expectThere(page);
    }));
});

describe('a link to the current page', () => {
  it('scrolls without a navigation, changes the address, and Back returns', () =>
    withPage({ viewport: viewports.desk }, async (page, { demo }) => {
      await page.goto(demo + PAGE);
      await mark(page);
      await contentsLink(page).click();
      await expectThere(page);
      expect(await focusedId(page)).toBe(ID);
      expect(page.url()).toBe(`${demo}${PAGE}#${ID}`);
      await page.goBack();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      expect(page.url()).toBe(demo + PAGE);
      await page.goForward();
      await expectThere(page);
      expect(await isMarked(page)).toBe(true);
    }));

  it('replaces `go` of the current address', () =>
    withPage({ viewport: viewports.desk }, async (page, { demo }) => {
      await page.goto(demo + LINK);
      await expectThere(page);
      await page.locator('.contents').getByRole('link').first().click();
      const top = (await headerHeight(page)) + ROOM;
      await expect.poll(() => topOf(page, 'company-profile').then((y) => Math.abs(y - top) <= 1)).toBe(true);
      expect(page.url()).toBe(`${demo}${PAGE}#company-profile`);
    }));

  it('moves the focus', () =>
    withPage({ viewport: viewports.desk }, async (page, { demo }) => {
      await page.goto(demo + PAGE);
      await contentsLink(page).press('Enter');
      await expectThere(page);
      await page.keyboard.press('Tab');
      const isBehind = await page.evaluate((id) => {
        const section = document.getElementById(id);
        const focused = document.activeElement;
        return focused !== document.body && section && focused
          ? (section.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
          : false;
      }, ID);
      expect(isBehind).toBe(true);
      expect(await page.getAttribute(`#${ID}`, 'tabindex')).toBeNull();
    }));

  it('closes the menu that contains it', () =>
    withPage({ viewport: viewports.phone }, async (page, { demo }) => {
      await page.goto(demo + PAGE);
      await mark(page);
      await followFromMenu(page);
      await expectThere(page);
      expect(await isMarked(page)).toBe(true);
      expect(page.url()).toBe(`${demo}${LINK}#${ID}`);
      expect(await page.locator('.menu').isVisible()).toBe(false);
    }));

  it('leaves room for a header that cannot be measured', () =>
    withPage({ viewport: viewports.desk }, async (page, { demo }) => {
      await page.goto(demo + PAGE);
      await page.evaluate(() => document.querySelector('header')?.remove());
      await contentsLink(page).click();
      await expect.poll(() => topOf(page).then(Math.round)).toBe(UNMEASURED + ROOM);
    }));

  it('leaves no room for a header that is not sticky', () =>
    withPage({ viewport: viewports.desk }, async (page, { demo }) => {
      await page.goto(demo + PAGE);
      await page.evaluate(() => document.querySelector('header')?.style.setProperty('position', 'static'));
      await contentsLink(page).click();
      await expect.poll(() => topOf(page).then(Math.round)).toBe(ROOM);
    }));

  it.each([
    ['whose section is missing', `${PAGE}?go=Nothing`, {}],
    ['of another page of a list', `${PAGE}?go=Chair&x=1#${ID}`, {}],
    ['of another page', '/en/news?go=x#_main', {}],
    ['that opens a tab', `${LINK}#${ID}`, { ctrlKey: true }],
    ['that opens a window', `${LINK}#${ID}`, { shiftKey: true }],
    ['pressed with another button', `${LINK}#${ID}`, { button: 1 }],
  ])('%s is left to the browser', (_name, href, init) =>
    withPage({}, async (page, { demo }) => {
      await page.goto(demo + PAGE);
      const isLeft = await page.evaluate(
        ([address, options]) => {
          const link = Object.assign(document.createElement('a'), { href: address });
          document.body.append(link);
          const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...options });
          let wasPrevented = true;
          addEventListener('click', (event) => {
            wasPrevented = event.defaultPrevented;
            event.preventDefault();
          });
          link.dispatchEvent(click);
          return !wasPrevented;
        },
        [href, init] as const,
      );
      expect(isLeft).toBe(true);
    }),
  );
});

describe.each(withoutScript)('with $name', ({ options, prepare }) => {
  it('a link to a section scrolls it below the header', () =>
    withPage({ ...options, viewport: viewports.phone }, async (page, { demo }) => {
      await prepare(page);
      await page.goto(demo + PAGE);
      await followFromMenu(page);
      await page.waitForURL(`**#${ID}`);
      await expectThere(page);
    }));
});

describe(`with ${withoutStorage.name}`, () => {
  it('a link to a section scrolls', () =>
    withPage({ viewport: viewports.desk }, async (page, { demo }) => {
      await withoutStorage.prepare(page);
      await page.goto(demo + PAGE);
      await mark(page);
      await contentsLink(page).click();
      await expectThere(page);
      expect(await isMarked(page)).toBe(true);
    }));
});
