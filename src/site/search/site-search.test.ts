import { beforeEach, expect, it, vi } from 'vitest';
import { createCache } from '../../content/backend/cache.ts';
import { paths } from '../../content/backend/client.ts';
import { createContent } from '../../content/backend/content.ts';
import { noCopies } from '../../content/backend/content-copies.ts';
import { parseQuery } from '../../content/search/search-query.ts';
import { passThroughSanitizer } from '../../content-folder/check-file.ts';
import { SiteError } from '../../lib/failures.ts';
import { backendSections } from '../sections/definitions.ts';
import { createSiteSearch, MAX_INDEX_WAIT_MS } from './site-search.ts';

const FRESH_MS = 20_000;
const STALE_MS = 100_000;

let clock = 0;
/** The backend's responses by path, or by code for common data: a value or a failure. */
let responses: Record<string, unknown> = {};
const asked = vi.fn<(key: string) => void>();

const client = {
  async get(path: string, query: Record<string, string | number>) {
    const key = query.componentCode ? `${query.componentCode}` : path;
    asked(key);
    const data = responses[key] ?? [];
    if (data === 'never') return new Promise<never>(() => undefined);
    if (data instanceof SiteError) throw data;
    return { data, body: Buffer.from(JSON.stringify(data)) };
  },
};

/** Creates a search with its own cache. */
function newSearch() {
  const now = () => clock;
  const cache = createCache({
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    onStale: () => undefined,
    now,
  });
  const content = createContent({
    client,
    cache,
    copies: noCopies,
    report: () => undefined,
    sanitizerFor: () => passThroughSanitizer,
    timeoutMs: 1000,
  });
  const [info, warn] = [vi.fn(), vi.fn()];
  const search = createSiteSearch({ content, cache, log: { info, warn } });
  const find = async (typed: string) =>
    (await search.find('en', parseQuery(typed)))?.map(({ page }) => page.key);
  /** Repeats the search when the refreshes that it has started are finished. */
  const findSettled = async (typed: string) => {
    await search.find('en', parseQuery(typed));
    await search.settled();
    return find(typed);
  };
  return { search, cache, content, find, findSettled, info, warn };
}

const item = (id: number, code: string, more: object = {}) => ({
  id,
  code,
  name: code,
  haveDetail: true,
  ...more,
});

beforeEach(() => {
  clock = 1_000_000;
  asked.mockReset();
  responses = {
    [paths.menu]: [item(1, 'Story', { description: 'How it began.' }), item(2, 'Honours'), item(3, 'Search')],
    Story: [{ id: 1, title: 'Origins', remarkContent: '<p>A garden of <b>tea</b>.</p>' }],
    [backendSections.honours.path]: [
      { id: 1, title: 'Long-term Investor', issuer: 'Forum', awardTime: '2025-11-20' },
    ],
  };
});

it('waits for the first index and finds pages by name', async () => {
  const { find } = newSearch();
  expect(await find('story')).toEqual(['story']);
  expect(await find('tea')).toEqual(['story']);
  expect(await find('investor 2025')).toEqual(['honours']);
  expect(await find('origins')).toEqual(['story']);
});

it('does not find pages that paths of the site shadow', async () => {
  const { findSettled } = newSearch();
  expect(await findSettled('search')).toEqual([]);
});

it('finds the new text after a search with an outdated index', async () => {
  const { find, findSettled, info } = newSearch();
  await findSettled('tea');
  responses.Story = [{ id: 1, title: 'Origins', remarkContent: '<p>Now coffee.</p>' }];
  clock += FRESH_MS + 1;
  expect(await find('tea')).toEqual(['story']);
  expect(await findSettled('coffee')).toEqual(['story']);
  expect(await find('tea')).toEqual([]);
  expect(info).toHaveBeenCalledTimes(2);
});

it('a search without hits returns undefined until all pages could be read', async () => {
  const { search, find, findSettled } = newSearch();
  responses.Story = new SiteError('unreachable');
  expect(await findSettled('tea')).toBeUndefined();
  expect(await find('investor')).toEqual(['honours']);
  responses.Story = [{ id: 1, title: 'Origins', remarkContent: '<p>tea</p>' }];
  await search.settled();
  expect(await findSettled('tea')).toEqual(['story']);
});

it('a search without a menu returns undefined and logs it once', async () => {
  responses[paths.menu] = new SiteError('unreachable');
  const { search, find, warn } = newSearch();
  for (let time = 0; time < 3; time += 1) {
    expect(await find('story')).toBeUndefined();
    await search.settled();
    clock += FRESH_MS + 1;
  }
  expect(warn).toHaveBeenCalledOnce();
});

it('a search returns undefined after two seconds if the backend does not respond', async () => {
  vi.useFakeTimers();
  responses[paths.menu] = 'never';
  const { find } = newSearch();
  const found = find('story');
  await vi.advanceTimersByTimeAsync(MAX_INDEX_WAIT_MS);
  expect(await found).toBeUndefined();
  vi.useRealTimers();
});
