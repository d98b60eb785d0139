import { expect, it, vi } from 'vitest';
import { createCache } from './cache.ts';
import { createContent } from './content.ts';
import { type ContentCopies, noCopies } from './content-copies.ts';
import { paths } from './paths.ts';

const data: Record<string, unknown> = {
  [paths.search]: { list: [], total: 0 },
  [paths.article]: { id: '1', title: 'A', content: 'x' },
};

it('stores searches separately, and articles only by their own ids, because visitors make them up', async () => {
  const put = vi.fn<ContentCopies['put']>();
  const { reader } = createContent({
    client: { get: async (path) => ({ data: data[path], body: Buffer.from('{}'), version: path }) },
    cache: createCache({ freshMs: 0, staleMs: 0, onStale: () => undefined }),
    copies: { ...noCopies, put },
    report: () => undefined,
    safe: () => ({ assetHref: String, fileHref: String, linkHref: String, html: String }),
    timeoutMs: 1000,
  });
  const { search, article } = reader('en');
  await search('x', 1);
  await article('made-up');
  await article('1');
  expect(put.mock.calls.map(([key, , kind]) => [key, kind])).toEqual([
    [expect.stringContaining(paths.search), 'searches'],
    [expect.stringContaining('{"id":"1"}'), 'content'],
  ]);
});
