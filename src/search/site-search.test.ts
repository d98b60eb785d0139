import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCache } from '../backend/cache.ts';
import { createContent } from '../backend/content.ts';
import { noCopies } from '../backend/content-copies.ts';
import { paths } from '../backend/paths.ts';
import { parseQuery } from '../content/search/search-query.ts';
import { Failure } from '../lib/failures.ts';
import { honours } from '../sections/honours.ts';
import { createSiteSearch, LEAST_PAUSE_MS } from './site-search.ts';

const FRESH_MS = 20_000;
const STALE_MS = 100_000;

let clock = 0;
/** What the backend says: a value, or a failure, a path; of common data, a code. */
let said: Record<string, unknown> = {};
const asked = vi.fn<(key: string) => void>();

const safe = () => ({ assetHref: String, fileHref: String, linkHref: String, html: String });

const client = {
  async get(path: string, query: Record<string, string | number>) {
    const key = query.componentCode ? `${query.componentCode}` : path;
    asked(key);
    const data = said[key] ?? [];
    if (data instanceof Failure) throw data;
    const body = Buffer.from(JSON.stringify(data));
    return { data, body, version: createHash('sha1').update(body).digest('hex') };
  },
};

/** A search over a cache of its own, as a process has it. */
function newSearch(startMs?: number) {
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
    safe,
    timeoutMs: 1000,
  });
  const [info, warn] = [vi.fn(), vi.fn()];
  const search = createSiteSearch({
    content,
    log: { info, warn },
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    startMs,
    now,
  });
  const find = async (typed: string) =>
    (await search.find('en', parseQuery(typed)))?.map(({ page }) => page.key);
  /** As `find`, once all that the search has begun is over. */
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
  said = {
    [paths.menu]: [item(1, 'Story', { description: 'How it began.' }), item(2, 'Honours'), item(3, 'Search')],
    Story: [{ id: 1, title: 'Origins', remarkContent: '<p>A garden of <b>tea</b>.</p>' }],
    [paths.honours]: [{ id: 1, title: 'Long-term Investor', issuer: 'Forum', awardTime: '2025-11-20' }],
  };
});

describe('pages are found', () => {
  it('by name at the first search, and by what they say as soon as that is read', async () => {
    const { find, findSettled } = newSearch();
    expect(await find('story')).toEqual(['story']);
    expect(await findSettled('tea')).toEqual(['story']);
    expect(await find('investor 2025')).toEqual(['honours']);
    expect(await find('origins')).toEqual(['story']);
  });

  it('but for those that the site’s own addresses hide', async () => {
    const { findSettled } = newSearch();
    expect(await findSettled('search')).toEqual([]);
  });

  it('without a call for what is cached', async () => {
    const { content, findSettled } = newSearch();
    const reader = content.reader('en');
    await Promise.all([
      reader.menu(),
      reader.common('Story'),
      reader.read(honours.call),
      reader.common('Search'),
    ]);
    asked.mockReset();
    await findSettled('tea');
    expect(asked).not.toHaveBeenCalled();
  });
});

describe('content that changes', () => {
  const edit = () => {
    said.Story = [{ id: 1, title: 'Origins', remarkContent: '<p>Now coffee.</p>' }];
  };

  it('is found once it is not fresh any more, and a search was made', async () => {
    const { find, findSettled, info } = newSearch();
    await findSettled('tea');
    edit();
    clock += FRESH_MS + 1;
    expect(await find('tea')).toEqual(['story']);
    expect(await findSettled('coffee')).toEqual(['story']);
    expect(await find('tea')).toEqual([]);
    expect(info).toHaveBeenCalledTimes(2);
  });

  it('is found soon after the backend has told of it', async () => {
    const { search, cache, find, findSettled } = newSearch();
    await findSettled('tea');
    edit();
    cache.change();
    search.change();
    await search.settled();
    expect(await find('coffee')).toEqual(['story']);
  });

  it('in nothing makes no new index', async () => {
    const { findSettled, info } = newSearch();
    await findSettled('tea');
    clock += FRESH_MS + 1;
    expect(await findSettled('tea')).toEqual(['story']);
    expect(info).toHaveBeenCalledOnce();
  });

  it('is not looked for again and again', async () => {
    const { findSettled } = newSearch();
    await findSettled('tea');
    asked.mockReset();
    clock += LEAST_PAUSE_MS - 1;
    await findSettled('tea');
    expect(asked).not.toHaveBeenCalled();
  });

  it('nobody has searched for is not found as it was once', async () => {
    const { find, findSettled } = newSearch();
    await findSettled('tea');
    edit();
    clock += STALE_MS + 1;
    expect(await find('tea')).toEqual([]);
  });
});

describe('when the backend fails', () => {
  it('pages cannot be searched without a menu, which is told once', async () => {
    said[paths.menu] = new Failure('unreachable');
    const { search, find, warn } = newSearch();
    for (let time = 0; time < 3; time += 1) {
      expect(await find('story')).toBeUndefined();
      await search.settled();
      clock += FRESH_MS + 1;
    }
    expect(warn).toHaveBeenCalledOnce();
  });

  it('pages that cannot be read are found by name, and once they can be, by what they say', async () => {
    const { Story } = said;
    said.Story = new Failure('unreachable');
    const { find, findSettled } = newSearch();
    expect(await findSettled('story')).toEqual(['story']);
    expect(await find('tea')).toEqual([]);
    expect(await find('investor')).toEqual(['honours']);
    said.Story = Story;
    clock += FRESH_MS + 1;
    expect(await findSettled('tea')).toEqual(['story']);
  });

  it('pages are found by what they said before', async () => {
    const { find, findSettled } = newSearch();
    await findSettled('tea');
    said.Story = new Failure('unreachable');
    said[paths.honours] = [{ id: 1, title: 'Another' }];
    clock += FRESH_MS + 1;
    expect(await findSettled('another')).toEqual(['honours']);
    expect(await find('tea')).toEqual(['story']);
  });
});

it('nothing is begun any more when the process ends', async () => {
  const { search, find } = newSearch();
  search.close();
  expect(await find('tea')).toBeUndefined();
  search.ready();
  search.visited();
  search.change();
  await search.settled();
  expect(asked).not.toHaveBeenCalled();
});

it('the indexes are made a while after the first visit of a site that is ready', async () => {
  const { search, info } = newSearch(100);
  search.visited();
  await wait(300);
  search.ready();
  await wait(50);
  expect(asked).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(info).toHaveBeenCalledTimes(2));
});
