import { expect, it, vi } from 'vitest';
import type { BackgroundReader } from '../../content/backend/content.ts';
import { buildMenu } from '../../content/menu/build-menu.ts';
import { MAX_CHARACTERS, MAX_PAGES, readPageTexts } from './page-texts.ts';

const menuOf = (count: number) =>
  buildMenu(
    Array.from({ length: count }, (_, at) => ({ id: `${at}`, code: `Page ${at}`, haveDetail: true })),
    'en',
    [],
  );

/** Creates a reader that returns the same text for each page. */
function readerOf(says: (code: string) => string) {
  const common = vi.fn(async (code: string) => [
    { id: '1', title: undefined, remarkContent: { html: [], text: says(code) } },
  ]);
  return { common, reader: { common } as unknown as BackgroundReader };
}

const lengthOf = (pages: readonly { lines: string[] }[]): number =>
  pages.reduce((sum, { lines }) => sum + lines.join('').length, 0);

it('stops reading pages at the limit of characters', async () => {
  const { reader, common } = readerOf(() => 'a'.repeat(9000));
  const pages = await readPageTexts(reader, menuOf(200));
  expect(pages).toHaveLength(200);
  expect(lengthOf(pages)).toBeLessThanOrEqual(MAX_CHARACTERS);
  expect(common.mock.calls.length).toBeLessThan(80);
});

it('truncates a long page', async () => {
  const { reader } = readerOf(() => `${'a'.repeat(500)}\n`.repeat(1000));
  expect(lengthOf(await readPageTexts(reader, menuOf(1)))).toBe(10_000);
});

it('stops reading at the maximum number of pages', async () => {
  const { reader } = readerOf(() => '');
  expect(await readPageTexts(reader, menuOf(MAX_PAGES + 10))).toHaveLength(MAX_PAGES);
});

it('makes at most six calls at a time while reading pages', async () => {
  let [running, most] = [0, 0];
  const common = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    return [];
  };
  await readPageTexts({ common } as unknown as BackgroundReader, menuOf(20));
  expect(most).toBe(6);
});
