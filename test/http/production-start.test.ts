import { expect, it, onTestFinished } from 'vitest';
import { startDemoSite } from '../support/demo-site.ts';

const WARN = 40;

/** The warnings in the log of a site that has started. */
async function warningsOf(environment: Record<string, string>): Promise<string[]> {
  const site = await startDemoSite({ environment });
  onTestFinished(site.stop);
  const lines = site.stdout.map((line) => JSON.parse(line) as { level: number; msg: string });
  return lines.filter(({ level }) => level === WARN).map(({ msg }) => msg);
}

it('a start in production without CLAMD_URL is warned of', async () => {
  expect(await warningsOf({ NODE_ENV: 'production' })).toEqual([
    expect.stringMatching(/^CLAMD_URL is not set/u),
  ]);
});

it.each([
  ['in production with CLAMD_URL', { NODE_ENV: 'production', CLAMD_URL: 'tcp://127.0.0.1:1' }],
  ['elsewhere without CLAMD_URL', {}],
])('a start %s is not', async (_where, environment) => {
  expect((await warningsOf(environment)).filter((line) => line.startsWith('CLAMD_URL'))).toEqual([]);
});
