import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jpegOf } from '../../test/support/pictures.ts';
import { createCache, RETRY_MS } from '../content/backend/cache.ts';
import type { Copies } from '../content/backend/content-copies.ts';
import { openMediaFolder } from './media-folder.ts';
import { createOriginals } from './originals.ts';
import { MAX_PICTURE_BYTES } from './resize-picture.ts';
import { assetResponse } from './testing/asset-response.ts';

const FRESH_MS = 60_000;
const STALE_MS = 600_000;
const URL = 'https://files.example/a.jpg';
const SMALL = await jpegOf({ width: 16, height: 10 });
const OTHER = await jpegOf({ width: 32, height: 20 });

type Answer = () => Response | Promise<Response>;
type Asked = Record<string, string>;

let dataDir = '';
let onDisk = new Map<string, NonNullable<ReturnType<Copies['get']>>>();
let clock = 0;
let answer: Answer = () => new Response(null, { status: 500 });
const questions: Asked[] = [];

const client = {
  open: async (_url: string, asked: Asked) => {
    questions.push(asked);
    return assetResponse(await answer());
  },
};

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'plinth-originals-'));
  onDisk = new Map();
  clock = 1_000_000;
  questions.length = 0;
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function start(maxBytes = 10_000_000) {
  const cache = createCache({
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    onStale: () => undefined,
    now: () => clock,
  });
  const originals = createOriginals({
    client,
    cache,
    copies: { get: (key) => onDisk.get(key), put: (key, copy) => void onDisk.set(key, copy) },
    folder: openMediaFolder(dataDir, maxBytes),
  });
  /** Simulates a content change. */
  const renew = () => {
    cache.change();
    clock += 1;
  };
  return { ...originals, renew, change: cache.change, get: cache.get };
}

const says =
  (
    body: Uint8Array<ArrayBuffer> | string | null,
    headers: Record<string, string> = {},
    status = 200,
  ): Answer =>
  () =>
    new Response(body, { status, headers });
const picture = (body: Buffer, etag?: string): Answer => says(new Uint8Array(body), etag ? { etag } : {});
const down: Answer = () => Promise.reject(new Error('down'));

/** Waits until the server has received this many requests. */
const settled = (count: number) => expect.poll(() => questions).toHaveLength(count);

describe('original pictures', () => {
  it('fetches a picture once for all requests until content changes', async () => {
    const originals = start();
    answer = picture(SMALL);
    const [one] = await Promise.all([1, 2, 3, 4].map(() => originals.inspect(URL)));
    clock += STALE_MS - 1;
    expect(await originals.inspect(URL)).toEqual(one);
    expect(one?.facts).toMatchObject({ width: 16, height: 10 });
    expect(questions).toHaveLength(1);
  });

  it.each([
    ['a call of the hook', async ({ change }: ReturnType<typeof start>) => change(['/article/get'])],
    [
      'a new version of a response',
      async ({ get }: ReturnType<typeof start>) => {
        for (const version of ['1', '2']) {
          await get('key', { path: '/article/get', load: async () => ({ value: 0, bytes: 1, version }) });
          clock += FRESH_MS;
        }
        await new Promise(setImmediate);
      },
    ],
  ])('revalidates a picture after %s and keeps it if it is unchanged', async (_, change) => {
    const originals = start();
    answer = picture(SMALL, '"v1"');
    const first = await originals.inspect(URL);
    await change(originals);
    clock += 1;
    answer = says(null, {}, 304);
    expect(await originals.inspect(URL)).toEqual(first);
    await settled(2);
    expect(questions[1]?.['if-none-match']).toBe('"v1"');
    expect(await originals.inspect(URL)).toEqual(first);
  });

  it('replaces a changed picture without delaying a request', async () => {
    const originals = start();
    answer = picture(SMALL, '"v1"');
    const first = await originals.inspect(URL);
    originals.renew();
    answer = picture(OTHER, '"v2"');
    expect(await originals.inspect(URL)).toEqual(first);
    await expect.poll(() => originals.known(URL)?.facts?.width).toBe(32);
    const { original, body } = await originals.withBody(URL, await originals.inspect(URL));
    expect([original.hash === first.hash, original.etag, body.equals(OTHER)]).toEqual([false, '"v2"', true]);
  });

  it.each<[string, Answer]>([
    ['is down', down],
    ['responds 403', says('', {}, 403)],
  ])('keeps a picture while its server %s', async (_, trouble) => {
    const originals = start();
    answer = picture(SMALL);
    const first = await originals.inspect(URL);
    originals.renew();
    answer = trouble;
    for (const count of [2, 3]) {
      expect(await originals.inspect(URL)).toEqual(first);
      await settled(count);
      await new Promise(setImmediate);
      expect(await originals.inspect(URL)).toEqual(first);
      expect(questions).toHaveLength(count);
      clock += RETRY_MS;
    }
  });

  it('forgets a picture that its server has removed', async () => {
    const originals = start();
    answer = picture(SMALL);
    await originals.inspect(URL);
    originals.renew();
    answer = says('', {}, 404);
    await originals.inspect(URL);
    await expect.poll(() => originals.known(URL)?.facts).toBeUndefined();
  });

  it('serves a picture after a restart without its server', async () => {
    answer = picture(SMALL);
    const first = await start().inspect(URL);
    answer = down;
    const originals = start();
    clock += STALE_MS - 1;
    expect(await originals.inspect(URL)).toEqual(first);
    expect((await originals.withBody(URL, first)).body.equals(SMALL)).toBe(true);
  });

  it('refetches a picture if its bytes are no longer on disk', async () => {
    const originals = start(SMALL.length - 1);
    answer = picture(SMALL);
    const first = await originals.inspect(URL);
    expect((await originals.withBody(URL, first)).body.equals(SMALL)).toBe(true);
    answer = picture(OTHER);
    const { original, body } = await originals.withBody(URL, first);
    expect([original.facts?.width, body.equals(OTHER)]).toEqual([32, true]);
  });

  it('fails if the bytes of a picture are no longer available', async () => {
    const originals = start(SMALL.length - 1);
    answer = picture(SMALL);
    const first = await originals.inspect(URL);
    answer = says('', {}, 404);
    await expect(originals.withBody(URL, first)).rejects.toThrow('gone');
  });
});

describe('unavailable pictures', () => {
  it.each<[string, Answer]>([
    ['a server that is down', down],
    ['a picture that is missing', says('', {}, 404)],
    ['a file that is not a picture', says('<p>Log in</p>', { 'content-type': 'image/jpeg' })],
    ['an empty file', says(null)],
    ['a body that is cut off', () => new Response(brokenOff())],
  ])('retries an unavailable picture after a pause: %s', async (_, trouble) => {
    const originals = start();
    answer = trouble;
    await expect(originals.inspect(URL)).rejects.toThrow('notFound');
    clock += FRESH_MS - 1;
    answer = picture(SMALL);
    await expect(originals.inspect(URL)).rejects.toThrow('notFound');
    expect(questions).toHaveLength(1);
    clock += 1;
    expect((await originals.inspect(URL)).facts).toMatchObject({ width: 16 });
  });

  it('reads a picture only up to its limit', async () => {
    const cancel = vi.fn();
    answer = () => new Response(endless(cancel));
    await expect(start().inspect(URL)).rejects.toThrow('notFound');
    expect(cancel).toHaveBeenCalled();
  });

  it('does not resize an SVG', async () => {
    const originals = start();
    answer = says('<svg xmlns="http://www.w3.org/2000/svg"/>', {
      'content-type': 'image/svg+xml; charset=utf-8',
    });
    await expect(originals.inspect(URL)).rejects.toThrow('notFound');
    expect(originals.known(URL)).toMatchObject({ isVector: true, facts: undefined });
  });
});

function brokenOff(): ReadableStream {
  let chunks = 0;
  return new ReadableStream({
    pull(controller) {
      chunks += 1;
      if (chunks > 1) controller.error(new Error('cut'));
      else controller.enqueue(SMALL.subarray(0, 20));
    },
  });
}

const CHUNK = new Uint8Array(MAX_PICTURE_BYTES / 8);

const endless = (cancel: () => void): ReadableStream =>
  new ReadableStream({ pull: (controller) => controller.enqueue(CHUNK), cancel });
