/** @module-tag matrix */
import { expect, it } from 'vitest';
import { startDemoSite } from '../support/demo-site.ts';
import { rawRequest } from '../support/raw-request.ts';
import { until } from '../support/until.ts';

const WARN = 40;
const VISITS = 20;
/** Every picture in every size would take long. */
const DOWNLOADS = 12;

it.each([
  [
    { NODE_ENV: 'production' },
    [expect.stringMatching(/^CLAMD_URL is not set/u), expect.stringMatching(/^FORWARD_URL and SMTP_URL /u)],
  ],
  [{ NODE_ENV: 'production', CLAMD_URL: 'tcp://127.0.0.1:1', FORWARD_URL: 'http://127.0.0.1:1/' }, []],
])('a start with %j logs the warnings %j', async (environment, warnings) => {
  await using site = await startDemoSite({ environment });
  const lines = site.stdout.map((line) => JSON.parse(line) as { level: number; msg: string });
  const logged = lines.filter(
    ({ level, msg }) => level === WARN && msg.includes('_URL ') && !msg.startsWith('SITE_URL'),
  );
  expect(logged.map(({ msg }) => msg)).toEqual(warnings);
});

it('the home page and its pictures and files cause no warning of Node', async () => {
  await using site = await startDemoSite();
  const page = await (await fetch(`${site.base}/en`)).text();
  const addresses = [...new Set(page.match(/\/(?:media|files)\/[^"\s]+/gu))].slice(0, DOWNLOADS);
  expect(addresses).toHaveLength(DOWNLOADS);
  for (const address of addresses) expect((await fetch(site.base + address)).status).toBe(200);
  expect(site.stderr).toEqual([]);
});

it('/metrics adds up the figures of all workers', async () => {
  await using site = await startDemoSite({ environment: { WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' } });
  await until('all workers listen', () => site.stdout.some((line) => line.includes('"msg":"listening on ')));
  for (let count = 0; count < VISITS; count += 1)
    expect((await rawRequest(site.port, '/en')).status).toBe(200);
  const name = 'plinth_requests_total{kind="home",method="read",status="2xx"}';
  for (const _time of [1, 2, 3, 4])
    expect((await rawRequest(site.port, '/metrics')).text).toContain(`${name} ${VISITS}\n`);
});
