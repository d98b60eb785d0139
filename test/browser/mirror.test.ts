/** @module-tag matrix */
import path from 'node:path';
import { expect, it } from 'vitest';
import { complaintsOf, viewports, withPage } from '../support/browser.ts';
import { runMirror } from '../support/mirror.ts';
import { startStaticServer } from '../support/static-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Resizing every picture takes long on a busy machine. */
const TIMEOUT_MS = 300_000;

it('a click in a mirror leads to pages, sections and the other language', {
  timeout: TIMEOUT_MS,
}, async () => {
  await using folder = await temporaryFolder('mirror');
  const mirror = path.join(folder.path, 'mirror');
  const server = await startStaticServer(mirror);
  const { base } = server;
  const { status } = await runMirror([mirror], { DATA_DIR: path.join(folder.path, 'data'), SITE_URL: base });
  expect(status).toBe(0);
  await withPage({ viewport: viewports.desk }, async (page) => {
    const complaints = complaintsOf(page);
    await page.goto(`${base}/en/`);
    await page.locator('.menu .search-form a').click();
    await page.waitForURL(`${base}/en/search/`);
    await page.locator('main a[href$="#company-profile"]').click();
    await page.waitForURL(`${base}/en/about-us/#company-profile`);
    expect(await page.locator('#company-profile').isVisible()).toBe(true);
    await page.locator('.switch').click();
    await page.waitForURL(`${base}/about-us/`);
    for (const address of ['/work-with-us/application/', '/news/group-news/page-2/', '/404.html'])
      await page.goto(base + address);
    expect(complaints).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  });
  await server.close();
});
