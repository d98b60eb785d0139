import { expect, it, vi } from 'vitest';
import type { BackgroundReader } from '../backend/content.ts';
import { buildMenu } from '../content/menu/build-menu.ts';
import { createPageIndex } from './page-index.ts';
import { MAX_CHARACTERS, MAX_PAGES, readPages } from './read-pages.ts';

const menuOf = (count: number) =>
  buildMenu(
    Array.from({ length: count }, (_, at) => ({ id: `${at}`, code: `Page ${at}`, haveDetail: true })),
    'en',
    [],
  );

/** A reader of which each page says the same. */
function readerOf(says: (code: string) => string) {
  const common = vi.fn(async (code: string) => [{ id: '1', title: undefined, remarkContent: says(code) }]);
  return { common, reader: { common } as unknown as BackgroundReader };
}

const { signal } = new AbortController();
const lengthOf = (pages: readonly { lines: string[] }[]): number =>
  pages.reduce((sum, { lines }) => sum + lines.join('').length, 0);

it('stops reading pages at the limit of characters and makes no further call', async () => {
  const { reader, common } = readerOf(() => `<p>${'a'.repeat(9000)}</p>`);
  const { pages } = await readPages({ reader, menu: menuOf(200), signal });
  expect(pages).toHaveLength(200);
  expect(lengthOf(pages)).toBeLessThanOrEqual(MAX_CHARACTERS);
  expect(common.mock.calls.length).toBeLessThan(70);
});

it('truncates a long page', async () => {
  const { reader } = readerOf(() => `<p>${'a'.repeat(500)}</p>`.repeat(1000));
  const { pages } = await readPages({ reader, menu: menuOf(1), signal });
  expect(lengthOf(pages)).toBe(10_000);
});

it('stops reading at the limit of pages', async () => {
  const { reader } = readerOf(() => '');
  expect((await readPages({ reader, menu: menuOf(MAX_PAGES + 10), signal })).pages).toHaveLength(MAX_PAGES);
});

it('stops reading pages after several failures and keeps the previous text', async () => {
  const { reader } = readerOf((code) => `<p>Words of ${code}</p>`);
  const menu = menuOf(20);
  const before = await createPageIndex((await readPages({ reader, menu, signal })).pages);
  const failing = readerOf(() => {
    throw new Error('away');
  });
  const { pages, isWhole } = await readPages({ reader: failing.reader, menu, signal, before });
  expect(isWhole).toBe(false);
  expect(failing.common).toHaveBeenCalledTimes(5);
  expect(pages.map(({ lines }) => lines.join())).toEqual(
    Array.from({ length: 20 }, (_, at) => `Words of Page ${at}`),
  );
});

it('stops reading pages when it is aborted', async () => {
  const { reader } = readerOf(() => '');
  await expect(readPages({ reader, menu: menuOf(3), signal: AbortSignal.abort() })).rejects.toThrow();
});
