/** @module-tag matrix */
import { expect, it } from 'vitest';
import { startDemoSite } from '../support/demo-site.ts';

/** Every picture in every size would take long. */
const DOWNLOADS = 12;

it('the home page and its pictures and files cause no warning of Node', async () => {
  await using site = await startDemoSite();
  const page = await (await fetch(`${site.base}/en`)).text();
  const addresses = [...new Set(page.match(/\/(?:media|files)\/[^"\s]+/gu))].slice(0, DOWNLOADS);
  expect(addresses).toHaveLength(DOWNLOADS);
  for (const address of addresses) expect((await fetch(site.base + address)).status).toBe(200);
  expect(site.stderr).toEqual([]);
});
