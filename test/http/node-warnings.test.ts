import { expect, it, onTestFinished } from 'vitest';
import { startDemoSite } from '../support/demo-site.ts';

it('a visit of the home page and a download of all it shows leave no warning of Node', async () => {
  const site = await startDemoSite();
  onTestFinished(site.stop);
  const page = await (await fetch(`${site.base}/en`)).text();
  const addresses = new Set(page.match(/\/(?:media|files)\/[^"\s]+/gu));
  expect(addresses.size).toBeGreaterThan(10);
  for (const address of addresses) expect((await fetch(site.base + address)).status).toBe(200);
  expect(site.stderr).toEqual([]);
});
