import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jpegOf } from '../../test/support/pictures.ts';
import { createCache } from '../content/backend/cache.ts';
import type { Copies } from '../content/backend/content-copies.ts';
import type { SiteError } from '../lib/failures.ts';
import type { MediaResponse } from './media-client.ts';
import { openMediaFolder } from './media-folder.ts';
import { createPictures, MAX_WAITING } from './pictures.ts';
import { MAX_IMAGE_BYTES, resize } from './resize-picture.ts';

vi.mock(import('./resize-picture.ts'), async (original) => {
  const actual = await original();
  return { ...actual, resize: vi.fn(actual.resize) };
});

const FRESH_MS = 60_000;
const STALE_MS = 600_000;
const HREF = '/files/a/a.jpg';
const WEBP = { width: 640, accepted: ['image/webp'] };
const SMALL = await jpegOf({ width: 16, height: 10 });
const LARGE = await jpegOf({ width: 3000, height: 200 });

type Reply = (url: string) => MediaResponse;
type Sent = { url: string; headers: Record<string, string> };

const reply =
  (body: Buffer | string, headers: MediaResponse['headers'] = {}, status = 200): Reply =>
  () => ({ status, headers, body: Readable.from([Buffer.from(body)]) });
const down: Reply = () => {
  throw new Error('down');
};

let dataDir = '';
let onDisk = new Map<string, NonNullable<ReturnType<Copies['get']>>>();
let clock = 0;
let answer: Reply = down;
let requests: Sent[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'plinth-pictures-'));
  onDisk = new Map();
  clock = 1_000_000;
  requests = [];
  vi.mocked(resize).mockClear();
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Starts pictures whose token is a part of their URL. */
function start(maxBytes?: number) {
  const options = { freshMs: FRESH_MS, staleMs: STALE_MS, onStale: () => undefined, now: () => clock };
  const cache = createCache(options);
  const pictures = createPictures({
    cache,
    copies: { get: (key) => onDisk.get(key), put: (key, copy) => void onDisk.set(key, copy) },
    folder: openMediaFolder(path.join(dataDir, 'media'), maxBytes),
    mediaUrls: { resolve: (token) => `https://files.example/${token}` },
    openMedia: async (url, headers) => {
      requests.push({ url, headers });
      return answer(url);
    },
  });
  /** Changes the content and returns the width of the picture now and after its refresh. */
  const widths = async (): Promise<(number | undefined)[]> => {
    cache.change();
    clock += 1;
    await pictures.inspect([HREF]);
    const before = pictures.sizeOf(HREF)?.width;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return [before, pictures.sizeOf(HREF)?.width];
  };
  return {
    ...pictures,
    widths,
    open: (token = 'a') => pictures.media(`https://files.example/${token}`, WEBP, 'c'),
  };
}

it('fetches an image once for all requests until content changes', async () => {
  const { inspect, sizeOf } = start();
  answer = reply(SMALL);
  await Promise.all([1, 2, 3, 4].map(() => inspect([HREF])));
  clock += STALE_MS - 1;
  await inspect([HREF]);
  expect(sizeOf(HREF)).toEqual({ width: 16, height: 10, hasAlpha: false, isUnchanged: false });
  expect(requests).toHaveLength(1);
});

it.each<[string, Reply, (number | undefined)[]]>([
  ['unchanged', reply('', {}, 304), [16, 16]],
  ['replaced', reply(LARGE), [16, 3000]],
  ['removed', reply('', {}, 404), [16, undefined]],
  ['on a server that is down', down, [16, 16]],
])('revalidates an image in the background after a change of content: %s', async (_, next, widths) => {
  const pictures = start();
  answer = reply(SMALL, { etag: '"v1"' });
  await pictures.inspect([HREF]);
  answer = next;
  const [before] = await pictures.widths();
  expect(before).toBe(widths[0]);
  await expect.poll(() => pictures.sizeOf(HREF)?.width).toBe(widths[1]);
  expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"']);
});

it.each<[string, Reply]>([
  ['a server that is down', down],
  ['a picture that is missing', reply('', {}, 404)],
  ['a body that is cut off', () => ({ ...reply('')(''), body: Readable.from(cutOff()) })],
  ['a picture that is too large', () => ({ ...reply('')(''), body: Readable.from(endless()) })],
])('retries an unavailable image after a pause: %s', async (_, trouble) => {
  const pictures = start();
  answer = trouble;
  await expect(pictures.open()).rejects.toThrow('notFound');
  clock += FRESH_MS - 1;
  answer = reply(SMALL);
  await expect(pictures.open()).rejects.toThrow('notFound');
  expect(pictures.findUnsized([HREF])).toEqual([HREF]);
  clock += 1;
  await expect(pictures.open()).resolves.toMatchObject({ target: 'webp' });
});

it.each([
  ['an SVG', 'image/svg+xml; charset=utf-8', undefined],
  ['a file that is not a picture', 'image/jpeg', { width: 0, height: 0 }],
])('does not resize %s', async (_, type, size) => {
  const pictures = start();
  answer = reply('<svg xmlns="http://www.w3.org/2000/svg"/>', { 'content-type': type });
  await expect(pictures.open()).rejects.toThrow('notFound');
  expect([pictures.sizeOf(HREF), pictures.findUnsized([HREF])]).toEqual([size, []]);
});

function* cutOff() {
  yield SMALL.subarray(0, 20);
  throw new Error('cut');
}

function* endless() {
  for (;;) yield Buffer.alloc(MAX_IMAGE_BYTES / 8);
}

it('resizes an image once per size, even after a restart without its server', async () => {
  const pictures = start();
  answer = reply(LARGE);
  const keys = await Promise.all(Array.from({ length: 30 }, async () => (await pictures.open()).key));
  answer = down;
  const { key } = await start().open();
  expect(new Set([...keys, key]).size).toBe(1);
  expect([vi.mocked(resize).mock.calls.length, requests.length]).toEqual([1, 1]);
});

it('refetches an image if its bytes are not on disk', async () => {
  const pictures = start(0);
  answer = reply(LARGE);
  await pictures.inspect([HREF]);
  answer = reply(SMALL);
  await expect(pictures.open()).resolves.toMatchObject({ target: 'webp' });
  answer = reply('', {}, 404);
  await expect(pictures.open()).rejects.toThrow('gone');
});

it('retries a failed resize at the next request', async () => {
  const pictures = start();
  answer = reply(LARGE);
  vi.mocked(resize).mockRejectedValueOnce(new Error('timeout'));
  await expect(pictures.open()).rejects.toThrow('timeout');
  await expect(pictures.open()).resolves.toMatchObject({ target: 'webp' });
});

it('rejects a request of the client with the most waiting requests', async () => {
  const pictures = start();
  answer = (url) => reply(Buffer.concat([SMALL, Buffer.from(url)]))(url);
  const { promise: gate, resolve: open } = Promise.withResolvers<Buffer>();
  vi.mocked(resize).mockImplementation(() => gate);
  const many = Array.from({ length: MAX_WAITING + 10 }, (_, index) =>
    pictures.open(`t${index}`).catch((failure: SiteError) => failure.kind),
  );
  await expect.poll(() => requests.length).toBe(MAX_WAITING + 10);
  const other = pictures.media('https://files.example/other', WEBP, 'another client');
  await Promise.race(many);
  open(SMALL);
  expect(await other).toMatchObject({ target: 'webp' });
  expect((await Promise.all(many)).filter((result) => result === 'busy').length).toBeGreaterThan(0);
});
