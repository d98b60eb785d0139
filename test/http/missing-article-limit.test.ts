import { afterAll, describe, expect, it } from 'vitest';
import { READING_LIMITS } from '../../src/http/middleware/limiters.ts';
import { siteForFile } from '../support/site-for-file.ts';

const USUAL = READING_LIMITS.missingArticles;
/** Few enough to be asked for in much less than the minute that is counted. */
const MOST = 20;
READING_LIMITS.missingArticles = MOST;
afterAll(() => {
  READING_LIMITS.missingArticles = USUAL;
});

const site = siteForFile({ TRUST_PROXY: '1' });
const PLACES = ['/articles', '/en/articles', '/newsroom/insights', '/en/history'];
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

/** Counts the statuses of concurrent requests. */
async function statusesOf(count: number, address: string, pathOf: (number: number) => string) {
  const seen: Record<string, number> = {};
  const asked = Array.from({ length: count }, (_, number) => site().raw(pathOf(number), from(address)));
  for (const { status, headers } of await Promise.all(asked)) {
    seen[status] = (seen[status] ?? 0) + 1;
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  return seen;
}

describe('articles that are not there', () => {
  it('are limited as searches are', () => {
    expect(USUAL).toBe(READING_LIMITS.searches);
  });

  it('are refused to an address after so many, wherever they are asked for', async () => {
    const pathOf = (number: number) => `${PLACES[number % PLACES.length]}/missing-${number}`;
    expect(await statusesOf(2 * MOST, '192.0.2.1', pathOf)).toEqual({ 404: MOST, 429: MOST });
    expect((await site().raw('/en/articles/again', from('192.0.2.1'))).status).toBe(429);
    expect((await site().raw('/en/history', from('192.0.2.1'))).status).toBe(200);
    expect((await site().raw('/en/articles/again', from('192.0.2.2'))).status).toBe(404);
  });

  it('are counted alone: articles that are there may be read by hundreds behind one address', async () => {
    for (let round = 0; round < 4; round += 1) {
      const pathOf = (number: number) => `/articles/p${1 + (number % 9)}`;
      expect(await statusesOf(MOST, '192.0.2.3', pathOf)).toEqual({ 308: MOST });
    }
  });
});
