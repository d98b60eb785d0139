import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { passThroughSanitizer } from '../../content-folder/check-file.ts';
import { createCache } from './cache.ts';
import { paths } from './client.ts';
import { createContent, createDeadline } from './content.ts';
import { type ContentCopies, noCopies } from './content-copies.ts';

const data: Record<string, unknown> = {
  [paths.article]: { id: '1', title: 'A', content: 'x' },
};

it('stores an article only under its own id, because visitors invent ids', async () => {
  const put = vi.fn<ContentCopies['put']>();
  const { reader } = createContent({
    client: { get: async (path) => ({ data: data[path], body: Buffer.from('{}') }) },
    cache: createCache({ freshMs: 0, staleMs: 0, onStale: () => undefined }),
    copies: { ...noCopies, put },
    report: () => undefined,
    sanitizerFor: () => passThroughSanitizer,
    timeoutMs: 1000,
  });
  const { article } = reader('en');
  await article('made-up');
  await article('1');
  expect(put.mock.calls.map(([key]) => key)).toEqual([expect.stringContaining('{"id":"1"}')]);
});

const never = new Promise<string>(() => undefined);

it('starts the deadline of a page when it is created', async () => {
  const deadline = createDeadline(20);
  await wait(40);
  for (const path of [paths.home, paths.group])
    await expect(deadline(never, path)).rejects.toMatchObject({
      kind: 'timeout',
      status: 500,
      detail: `${path}: no response within the page's 20 ms (API_TIMEOUT_MS)`,
    });
});
