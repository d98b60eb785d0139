import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { LONG_POST_BYTES } from '../application/limits.ts';
import { longPostsInTurn } from './long-post.ts';

const LONG = { 'content-length': String(LONG_POST_BYTES + 1) };

/** A POST that has been through the middleware; `go` lets one that waits go on. */
function posted(headers: IncomingHttpHeaders) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const post = { headers, destroyed: false };
  let isPast = false;
  const done = longPostsInTurn(() => promise)(post as Request, {} as Response, () => {
    isPast = true;
  });
  return {
    post,
    isPast: () => isPast,
    go: async () => {
      resolve();
      await done;
    },
  };
}

it.each([{}, { 'content-length': '0' }, { 'content-length': String(LONG_POST_BYTES) }])(
  'a short POST goes on at once: %j',
  (headers) => expect(posted(headers).isPast()).toBe(true),
);

it.each([LONG, { 'transfer-encoding': 'chunked' }])('a long POST waits for its turn: %j', async (headers) => {
  const { isPast, go } = posted(headers);
  expect(isPast()).toBe(false);
  await go();
  expect(isPast()).toBe(true);
});

it('a long POST that was given up meanwhile goes no further', async () => {
  const { post, isPast, go } = posted(LONG);
  post.destroyed = true;
  await go();
  expect(isPast()).toBe(false);
});
