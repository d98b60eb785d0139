import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { SiteError } from '../../lib/failures.ts';
import { readAllArticles } from './all-articles.ts';
import { xmlText } from './feed.ts';

it.each([
  ['a < b > c', 'a &lt; b &gt; c'],
  ['"q" \'s\'', '&quot;q&quot; &apos;s&apos;'],
  [']]>', ']]&gt;'],
  ['line\n\ttab\r', 'line\n\ttab\r'],
  ['a\u0000b\u0008c\u000bd\u000ce\u001ff\ufffeg\uffffh', 'abcdefgh'],
])('escapes the XML text %j to %j', (text, expected) => {
  expect(xmlText(text)).toBe(expected);
});

/** Reads twelve columns of one article each. The calls for `failing` columns fail. */
async function readColumns(failing: (code: string) => boolean) {
  const warn = vi.fn();
  let [running, most] = [0, 0];
  const articles = async (code: string) => {
    running += 1;
    most = Math.max(most, running);
    await wait(5);
    running -= 1;
    if (failing(code)) throw new SiteError('timeout');
    return { list: [{ id: code }], total: 1 };
  };
  const columns = Array.from({ length: 12 }, (_, code) => ({
    kind: 'common',
    code: `${code}`,
    children: [],
  }));
  const menu = { language: 'en', byKey: new Map(columns.map((column) => [column.code, column])) };
  const reader = { common: async () => [], articles };
  const read = await readAllArticles(reader as never, menu as never, { warn }, 1);
  return { ids: read.map(({ id }) => id), most, warn };
}

it('reads several columns at a time and leaves out those that fail', async () => {
  const { ids, most, warn } = await readColumns((code) => code === '7');
  expect(ids).toEqual(['0', '1', '2', '3', '4', '5', '6', '8', '9', '10', '11']);
  expect(most).toBe(6);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { language: 'en', column: '7', reason: expect.any(String) },
    'left a column out of a feed or the sitemap',
  );
});
