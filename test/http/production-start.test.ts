/** @module-tag matrix */
import { expect, it } from 'vitest';
import { startDemoSite } from '../support/demo-site.ts';

const WARN = 40;
/** Limited, because requesting every picture in every size is slow. */
const DOWNLOADS = 12;

it.each([
  [{ NODE_ENV: 'production' }, [/^CLAMD_URL is not set/u, /^FORWARD_URL and SMTP_URL /u, /^API_BASE_URL /u]],
  [
    { NODE_ENV: 'production', CLAMD_URL: 'tcp://127.0.0.1:1', FORWARD_URL: 'http://127.0.0.1:1/' },
    [/^API_BASE_URL /u],
  ],
])('a start with %j logs the warnings %j', async (environment, warnings) => {
  await using site = await startDemoSite({ environment });
  const lines = site.stdout.map((line) => JSON.parse(line) as { level: number; msg: string });
  const logged = lines.filter(
    ({ level, msg }) => level === WARN && msg.includes('_URL ') && !msg.startsWith('SITE_URL'),
  );
  expect(logged.map(({ msg }) => msg)).toEqual(warnings.map((text) => expect.stringMatching(text)));
});

it('the home page with its pictures and files does not cause Node.js warnings', async () => {
  await using site = await startDemoSite();
  const page = await (await fetch(`${site.base}/en`)).text();
  const addresses = [...new Set(page.match(/\/(?:media|files)\/[^"\s]+/gu))].slice(0, DOWNLOADS);
  expect(addresses).toHaveLength(DOWNLOADS);
  for (const address of addresses) expect((await fetch(site.base + address)).status).toBe(200);
  expect(site.stderr).toEqual([]);
});
