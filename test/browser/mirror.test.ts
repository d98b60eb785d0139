import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { EVERYTHING, loadAxe, violationsOf } from '../support/axe.ts';
import { complaintsOf, viewports, withContext } from '../support/browser.ts';
import { inEachLanguage, isEnglish, itEach } from '../support/matrix.ts';
import { runMirror } from '../support/mirror.ts';
import { startStaticServer } from '../support/static-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Those that only a mirror has, and one of each kind that it writes in another way. */
const PAGES = [
  '/search/',
  '/work-with-us/application/',
  '/news/group-news/page-2/',
  '/news/group-news/1003/',
  '/about-us/honours/',
  '/404.html',
];

/** Resizing every picture takes long on a busy machine. */
const START_MS = 300_000;

let house: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Awaited<ReturnType<typeof startStaticServer>>;

beforeAll(async () => {
  house = await temporaryFolder('mirror');
  const [mirror, data] = [path.join(house.path, 'mirror'), path.join(house.path, 'data')];
  server = await startStaticServer(mirror);
  const { status } = await runMirror([mirror], { DATA_DIR: data, SITE_URL: server.base });
  if (status !== 0) throw new Error(`the mirror is not whole: ${status}`);
}, START_MS);

afterAll(async () => {
  await server.close();
  await house.remove();
});

const withPageOf = (viewport: { width: number; height: number }, use: (page: Page) => Promise<void>) =>
  withContext({ viewport, bypassCSP: true }, async (context) => use(await context.newPage()));

const looks = inEachLanguage.flatMap((one) =>
  Object.values(viewports).map((viewport) => ({ ...one, viewport })),
);

itEach(looks, ({ language, viewport }) => language === 'zh' && viewport === viewports.phone)(
  'axe finds nothing on the pages of a mirror ($language, $viewport.width px)',
  ({ language, viewport }) =>
    withPageOf(viewport, async (page) => {
      for (const address of PAGES) {
        const complaints = complaintsOf(page);
        await page.goto(`${server.base}${language === 'en' ? '/en' : ''}${address}`);
        await loadAxe(page);
        expect(await violationsOf(page, EVERYTHING), address).toEqual([]);
        expect(complaints, address).toEqual([]);
      }
    }),
);

itEach(inEachLanguage, isEnglish)(
  'a click leads to all pages, sections and the other language ($language)',
  ({ language }) =>
    withPageOf(viewports.desk, async (page) => {
      const home = language === 'en' ? '/en/' : '/';
      await page.goto(server.base + home);
      await page.locator('.menu .search-form a').click();
      await expect.poll(() => page.url()).toBe(`${server.base}${home}search/`);
      await page.locator('main a[href$="#company-profile"]').click();
      await expect.poll(() => page.url()).toBe(`${server.base}${home}about-us/#company-profile`);
      await expect.poll(() => page.locator('#company-profile').isVisible()).toBe(true);
      await page.locator('.switch').click();
      await expect.poll(() => page.url()).toBe(`${server.base}${language === 'en' ? '' : '/en'}/about-us/`);
      expect(await page.context().cookies()).toEqual([]);
    }),
);
