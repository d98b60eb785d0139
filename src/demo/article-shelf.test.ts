import { setImmediate as soon } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { createArticleShelf } from './article-shelf.ts';
import { type Articles, sortArticles } from './articles.ts';
import { unchanged } from './check-file.ts';

const TAKES_MS = 1000;
const REUSED_MS = 20 * TAKES_MS;

let clock = 0;
let ends: ((articles: Articles) => void)[] = [];
const read = vi.fn((_language: string) => new Promise<Articles>((resolve) => ends.push(resolve)));
const holding = (title: string) =>
  sortArticles([{ id: '1', title, content: unchanged.html(''), picUrl: undefined, attachments: [] }]);
const titleOf = async (articles: Promise<Articles>) => (await articles).all[0]?.title;

/** The reading under way ends, a second after it began. */
async function end(title: string): Promise<void> {
  clock += TAKES_MS;
  ends.shift()?.(holding(title));
  await soon();
}

beforeEach(() => {
  [clock, ends] = [1000, []];
  read.mockClear();
});

/** A shelf that has read once. */
async function filled() {
  const shelf = createArticleShelf(read, () => clock);
  const first = shelf('en');
  await end('old');
  expect(await titleOf(first)).toBe('old');
  return shelf;
}

it('reads the articles of a language once for concurrent calls', async () => {
  const shelf = createArticleShelf(read, () => clock);
  const asked = [shelf('en'), shelf('en'), shelf('zh')];
  await end('English');
  await end('Chinese');
  expect(await Promise.all(asked.map(titleOf))).toEqual(['English', 'English', 'Chinese']);
  expect(read.mock.calls).toEqual([['en'], ['zh']]);
});

it('reads the articles again after twenty times the duration of a reading', async () => {
  const shelf = await filled();
  clock += REUSED_MS - 1;
  expect(await titleOf(shelf('en'))).toBe('old');
  expect(read).toHaveBeenCalledTimes(1);
  clock += 1;
  const next = shelf('en');
  await end('new');
  expect(await titleOf(next)).toBe('new');
});

it('returns the previous articles if a new reading takes too long', async () => {
  const shelf = await filled();
  clock += REUSED_MS;
  expect(await titleOf(shelf('en'))).toBe('old');
  await end('new');
  expect(await titleOf(shelf('en'))).toBe('new');
  expect(read).toHaveBeenCalledTimes(2);
});

it('rejects every call until the articles can be read', async () => {
  const shelf = await filled();
  clock += REUSED_MS;
  read.mockImplementationOnce(async () => {
    clock += TAKES_MS;
    throw new Error('broken');
  });
  await expect(shelf('en')).rejects.toThrow('broken');
  await expect(shelf('en')).rejects.toThrow('broken');
  clock += REUSED_MS;
  const mended = shelf('en');
  await end('mended');
  expect(await titleOf(mended)).toBe('mended');
});
