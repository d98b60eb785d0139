import type { BrowserContextOptions, Page } from 'playwright';
import { expect, it } from 'vitest';
import { complaintsOf, nextFrame, viewports, withPage } from '../support/browser.ts';
import { describeWithoutScript, isMarked, mark } from '../support/missing-features.ts';

const PAGE = '/en/about-us';
const ID = 'message-from-the-chair';
const LINK = `${PAGE}?go=Message%20from%20the%20Chair`;
const GAP_PX = 20;
const HEIGHT_WITHOUT_HEADER_PX = 80;
const DESK = { viewport: viewports.desk };

const onPage = (
  path: string,
  options: BrowserContextOptions,
  use: (page: Page, base: string) => Promise<void>,
) =>
  withPage(options, async (page, { demo }) => {
    await page.goto(demo + path);
    await use(page, demo);
  });

/** Returns the positions of a section and the header in the window. */
const whereabouts = (page: Page, id: string) =>
  page.evaluate((name) => {
    const top = document.getElementById(name)?.getBoundingClientRect().top ?? Number.NaN;
    const header = document.querySelector('header')?.getBoundingClientRect();
    return { top, height: header?.height ?? 0 };
  }, id);

/** Waits until the section is 20 px below the header. */
const untilBelowHeader = (page: Page, id = ID) =>
  expect
    .poll(async () => {
      const { top, height } = await whereabouts(page, id);
      return Math.abs(top - height - GAP_PX);
    })
    .toBeLessThanOrEqual(1);

const untilTop = (page: Page, px: number) =>
  expect.poll(async () => Math.round((await whereabouts(page, ID)).top)).toBe(px);
const scrollYOf = (page: Page): Promise<number> => page.evaluate(() => scrollY);
const contents = (page: Page) => page.locator('.contents');
const contentsLink = (page: Page) => contents(page).getByRole('link', { name: 'Chair' });
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function followFromDrawer(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Menu', exact: true }).click();
  await page.locator('.menu').getByRole('link', { name: 'Message from the Chair' }).click();
}

/** Records the behaviour of each scroll by a script. */
const recordScrolls = (page: Page) =>
  page.addInitScript(() => {
    const scrolls: unknown[] = [];
    const original = window.scrollTo.bind(window);
    Object.assign(window, {
      scrolls,
      scrollTo: (options: ScrollToOptions) => {
        scrolls.push(options.behavior);
        original(options);
      },
    });
  });
const scrollsOf = (page: Page) => page.evaluate(() => (window as unknown as { scrolls: string[] }).scrolls);

it.each([
  ['no-preference', 'smooth'],
  ['reduce', 'instant'],
] as const)('scrolls a section below the header once (motion: %s, %s)', (reducedMotion, behavior) =>
  withPage({ ...DESK, reducedMotion }, async (page, { demo }) => {
    const complaints = complaintsOf(page);
    await recordScrolls(page);
    await page.goto(demo + LINK);
    await untilBelowHeader(page);
    expect(await scrollsOf(page)).toEqual([behavior]);
    expect(await focusedId(page)).toBe(ID);
    expect(page.url()).toBe(`${demo}${LINK}#${ID}`);
    expect(complaints).toEqual([]);
  }),
);

it('restores the scroll position on reload and Back', () =>
  onPage(LINK, DESK, async (page, base) => {
    await untilBelowHeader(page);
    await page.evaluate(() => scrollTo(0, 300));
    await page.reload();
    await expect.poll(() => scrollYOf(page)).toBe(300);
    await page.goto(`${base}/en`);
    await page.goBack();
    await expect.poll(() => scrollYOf(page)).toBe(300);
  }));

it('keeps a section in place without scroll anchoring while images above it load', () =>
  withPage(DESK, async (page, { demo }) => {
    await page.addInitScript(() => {
      CSS.supports = () => false;
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.setProperty('overflow-anchor', 'none');
      });
    });
    const grow = () =>
      page.evaluate(() => {
        document.querySelector('main')?.style.setProperty('padding-top', `${innerHeight * Math.random()}px`);
      });
    await page.goto(demo + LINK);
    await untilBelowHeader(page);
    await grow();
    await untilBelowHeader(page);
    await page.mouse.wheel(0, 10);
    await expect.poll(() => scrollYOf(page)).toBeGreaterThan(0);
    await nextFrame(page);
    const before = await scrollYOf(page);
    await grow();
    await nextFrame(page);
    expect(await scrollYOf(page)).toBe(before);
  }));

it('a link to a section of the current page scrolls without a navigation', () =>
  onPage(PAGE, DESK, async (page, base) => {
    await mark(page);
    await contentsLink(page).click();
    await untilBelowHeader(page);
    expect(await focusedId(page)).toBe(ID);
    expect(page.url()).toBe(`${base}${PAGE}#${ID}`);
    await page.goBack();
    await expect.poll(() => scrollYOf(page)).toBe(0);
    expect(page.url()).toBe(base + PAGE);
    await page.goForward();
    await untilBelowHeader(page);
    expect(await isMarked(page)).toBe(true);
  }));

it('a link to a section keeps the parameters that an app added to a shared link', () =>
  onPage(`${PAGE}?utm_source=wechat&isappinstalled=0`, { viewport: viewports.phone }, async (page, base) => {
    await mark(page);
    await followFromDrawer(page);
    await untilBelowHeader(page);
    expect(await isMarked(page)).toBe(true);
    const kept = `${PAGE}?utm_source=wechat&isappinstalled=0`;
    expect(page.url()).toBe(`${base}${kept}&go=Message%20from%20the%20Chair#${ID}`);
  }));

it('the menu item of the current page scrolls up and keeps the parameters', () =>
  onPage(`${PAGE}?utm_source=wechat`, DESK, async (page, base) => {
    await mark(page);
    await page.evaluate(() => scrollTo(0, 900));
    await page.locator('.menu-items a[aria-current=page]').click();
    await expect.poll(() => scrollYOf(page)).toBe(0);
    expect(await isMarked(page)).toBe(true);
    expect(page.url()).toBe(`${base}${PAGE}?utm_source=wechat`);
  }));

it.each(['公司简介', 'BOARD!'])('scrolls to the section of the code %s, whose id is not its slug', (code) =>
  withPage(DESK, async (page, { demo }) => {
    await page.route(/go=/u, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(`id="${ID}"`, `$& data-code="${code}"`);
      await route.fulfill({ response, body });
    });
    await page.goto(`${demo}${PAGE}?go=${encodeURIComponent(code)}`);
    await untilBelowHeader(page);
  }),
);

it('a link to a section moves the focus, so that Tab continues there', () =>
  onPage(PAGE, DESK, async (page) => {
    await contentsLink(page).press('Enter');
    await untilBelowHeader(page);
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate((id) => {
      const [section, focused] = [document.getElementById(id), document.activeElement];
      if (!section || !focused || focused === document.body) return false;
      return (section.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
    }, ID);
    expect(isInside).toBe(true);
    expect(await page.getAttribute(`#${ID}`, 'tabindex')).toBeNull();
  }));

it('a link to a section leaves 80 px for a header that cannot be measured', () =>
  onPage(PAGE, DESK, async (page) => {
    await page.evaluate(() => document.querySelector('header')?.remove());
    await contentsLink(page).click();
    await untilTop(page, HEIGHT_WITHOUT_HEADER_PX + GAP_PX);
  }));

it('does not handle modified clicks or links to other pages', () =>
  onPage(PAGE, {}, async (page) => {
    const clicks: [href: string, init: { ctrlKey?: true; shiftKey?: true; button?: number }][] = [
      [`${PAGE}?go=Chair&x=1#${ID}`, {}],
      ['/en/news?go=x#_main', {}],
      [`${LINK}#${ID}`, { ctrlKey: true }],
      [`${LINK}#${ID}`, { button: 1 }],
    ];
    const prevented = await page.evaluate((all) => {
      const link = document.body.appendChild(document.createElement('a'));
      let isPrevented = false;
      addEventListener('click', (event) => {
        isPrevented = event.defaultPrevented;
        event.preventDefault();
      });
      return all.filter(([href, init]) => {
        link.href = href;
        link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
        return isPrevented;
      });
    }, clicks);
    expect(prevented).toEqual([]);
  }));

describeWithoutScript('with $name', ({ options, prepare }) => {
  it('scrolls the target of a link below the header', () =>
    withPage({ ...options, viewport: viewports.phone }, async (page, { demo }) => {
      await prepare(page);
      await page.goto(demo + PAGE);
      await followFromDrawer(page);
      await page.waitForURL(`**#${ID}`);
      await untilBelowHeader(page);
    }));
});
