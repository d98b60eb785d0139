/** @module-tag matrix */
import { expect, it } from 'vitest';
import { startDemoSite } from '../support/demo-site.ts';

const WARN = 40;

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
