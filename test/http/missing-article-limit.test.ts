import { afterAll, expect, it } from 'vitest';
import { READING_LIMITS } from '../../src/applications/rules/limits.ts';
import { siteForFile } from '../support/site-for-file.ts';

const USUAL = READING_LIMITS.missingArticles;
const MOST = 20;
READING_LIMITS.missingArticles = MOST;
afterAll(() => {
  READING_LIMITS.missingArticles = USUAL;
});

const site = siteForFile({ TRUST_PROXY: '1' });
const FOLDERS = ['/articles', '/en/articles', '/newsroom/insights', '/en/history'];
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

/** Counts the responses with each status. */
async function statusesOf(count: number, address: string, pathOf: (number: number) => string) {
  const seen: Record<string, number> = {};
  const asked = Array.from({ length: count }, (_, number) => site().raw(pathOf(number), from(address)));
  for (const { status, headers } of await Promise.all(asked)) {
    seen[status] = (seen[status] ?? 0) + 1;
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  return seen;
}

it('limits only the requests for missing articles per client address', async () => {
  expect(USUAL).toBe(READING_LIMITS.searches);
  const missing = (number: number) => `${FOLDERS[number % FOLDERS.length]}/missing-${number}`;
  expect(await statusesOf(2 * MOST, '192.0.2.1', missing)).toEqual({ 404: MOST, 429: MOST });
  expect((await site().raw('/en/history', from('192.0.2.1'))).status).toBe(200);
  expect((await site().raw('/en/articles/again', from('192.0.2.2'))).status).toBe(404);
  const existing = (number: number) => `/articles/p${1 + (number % 9)}`;
  expect(await statusesOf(2 * MOST, '192.0.2.3', existing)).toEqual({ 308: 2 * MOST });
});
