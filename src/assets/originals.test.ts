import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jpegOf } from '../../test/support/pictures.ts';
import { MAX_PICTURE_BYTES } from './decode-picture.ts';
import { createFolderCache } from './folder-cache.ts';
import { createOriginals, FRESH_MS } from './originals.ts';
import { assetResponse } from './testing/asset-response.ts';

const RETRY_MS = 60_000;
const URL = 'https://files.example/a.jpg';
const SMALL = await jpegOf({ width: 16, height: 10 });
const OTHER = await jpegOf({ width: 32, height: 20 });

type Answer = () => Response | Promise<Response>;
type Asked = Record<string, string>;

let folder = '';
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
  folder = mkdtempSync(path.join(tmpdir(), 'plinth-originals-'));
  clock = 1_000_000;
  questions.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (maxBytes = 10_000_000) =>
  createOriginals({
    client,
    cache: createFolderCache({ folder, maxBytes }),
    retryMs: RETRY_MS,
    now: () => clock,
  });

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

/** Until what was asked for behind the back of who looked has come. */
const settled = (count: number) => vi.waitFor(() => expect(questions).toHaveLength(count));

describe('a picture', () => {
  it('is asked for once in an hour, by however many', async () => {
    const originals = start();
    answer = picture(SMALL);
    const [one] = await Promise.all([1, 2, 3, 4].map(() => originals.inspect(URL)));
    clock += FRESH_MS - 1;
    expect(await originals.inspect(URL)).toEqual(one);
    expect(one?.facts).toMatchObject({ width: 16, height: 10 });
    expect(questions).toHaveLength(1);
  });

  it('that did not change is not sent again, and stays the same for another hour', async () => {
    const originals = start();
    answer = picture(SMALL, '"v1"');
    const first = await originals.inspect(URL);
    clock += FRESH_MS;
    answer = says(null, {}, 304);
    expect(await originals.inspect(URL)).toEqual(first);
    await settled(2);
    expect(questions[1]?.['if-none-match']).toBe('"v1"');
    await vi.waitFor(() => expect(originals.known(URL)?.freshUntil).toBe(clock + FRESH_MS));
    expect(originals.known(URL)).toEqual({ ...first, freshUntil: clock + FRESH_MS });
  });

  it('that changed is the new one for the next look, and no look waits for it', async () => {
    const originals = start();
    answer = picture(SMALL, '"v1"');
    const first = await originals.inspect(URL);
    clock += FRESH_MS;
    answer = picture(OTHER, '"v2"');
    expect(await originals.inspect(URL)).toEqual(first);
    await vi.waitFor(() => expect(originals.known(URL)?.facts?.width).toBe(32));
    const { original, body } = await originals.withBody(URL, await originals.inspect(URL));
    expect([original.hash === first.hash, original.etag, body.equals(OTHER)]).toEqual([false, '"v2"', true]);
  });

  it.each<[string, Answer]>([
    ['is down', down],
    ['says 500', says('', {}, 500)],
    ['says 403', says('', {}, 403)],
  ])('stays what it was while its server %s', async (_, trouble) => {
    const originals = start();
    answer = picture(SMALL);
    const first = await originals.inspect(URL);
    clock += FRESH_MS;
    answer = trouble;
    for (const count of [2, 3, 4]) {
      expect((await originals.inspect(URL)).facts).toEqual(first.facts);
      await settled(count);
      await vi.waitFor(() => expect(originals.known(URL)?.freshUntil).toBe(clock + RETRY_MS));
      expect((await originals.inspect(URL)).facts).toEqual(first.facts);
      expect(questions).toHaveLength(count);
      clock += RETRY_MS;
    }
  });

  it('that its server took back is gone', async () => {
    const originals = start();
    answer = picture(SMALL);
    await originals.inspect(URL);
    clock += FRESH_MS;
    answer = says('', {}, 404);
    await originals.inspect(URL);
    await vi.waitFor(() => expect(originals.known(URL)?.facts).toBeUndefined());
  });

  it('is known after a restart, its bytes too, without its server', async () => {
    answer = picture(SMALL);
    const first = await start().inspect(URL);
    answer = down;
    const originals = start();
    clock += 10 * FRESH_MS;
    expect(await originals.inspect(URL)).toEqual(first);
    expect((await originals.withBody(URL, first)).body.equals(SMALL)).toBe(true);
  });

  it('whose bytes the disk lost is fetched again, and is what it has become', async () => {
    const originals = start(SMALL.length - 1);
    answer = picture(SMALL);
    const first = await originals.inspect(URL);
    expect((await originals.withBody(URL, first)).body.equals(SMALL)).toBe(true);
    answer = picture(OTHER);
    const { original, body } = await originals.withBody(URL, first);
    expect([original.facts?.width, body.equals(OTHER)]).toEqual([32, true]);
    expect((await originals.inspect(URL)).hash).toBe(original.hash);
  });

  it('whose bytes cannot be had any more is a failure', async () => {
    const originals = start(SMALL.length - 1);
    answer = picture(SMALL);
    const first = await originals.inspect(URL);
    answer = says('', {}, 404);
    await expect(originals.withBody(URL, first)).rejects.toThrow('gone');
  });
});

describe('what cannot be had', () => {
  it.each<[string, Answer]>([
    ['a server that is down', down],
    ['a picture that is missing', says('', {}, 404)],
    ['a picture that is gone', says('', {}, 410)],
    ['500', says('', {}, 500)],
    ['what is no picture', says('<p>Log in</p>', { 'content-type': 'image/jpeg', etag: '"login"' })],
    ['an empty file', says(null)],
    ['a body that breaks off', () => new Response(brokenOff())],
    ['too many bytes', () => new Response(endless())],
  ])('%s: is none for a while, and there as soon as it can be had', async (_, trouble) => {
    const originals = start();
    answer = trouble;
    expect((await originals.inspect(URL)).facts).toBeUndefined();
    clock += RETRY_MS - 1;
    answer = picture(SMALL);
    expect((await originals.inspect(URL)).facts).toBeUndefined();
    expect(questions).toHaveLength(1);
    clock += 1;
    expect((await originals.inspect(URL)).facts).toMatchObject({ width: 16 });
  });

  it('is read up to its limit only', async () => {
    let isCancelled = false;
    const originals = start();
    answer = () =>
      new Response(
        endless(() => {
          isCancelled = true;
        }),
      );
    await originals.inspect(URL);
    expect(isCancelled).toBe(true);
  });

  it('an SVG is nothing to resize, and is not asked for again before an hour is over', async () => {
    const originals = start();
    answer = says('<svg xmlns="http://www.w3.org/2000/svg"/>', {
      'content-type': 'image/svg+xml; charset=utf-8',
    });
    expect(await originals.inspect(URL)).toMatchObject({ isVector: true, facts: undefined });
    clock += FRESH_MS - 1;
    await originals.inspect(URL);
    expect(questions).toHaveLength(1);
  });
});

describe('what was remembered', () => {
  it.each(['', 'no JSON', 'null', '{}', '[1]', '{"hash":7}'])('as %j is fetched again', async (json) => {
    answer = picture(SMALL);
    await start().inspect(URL);
    for (const name of readdirSync(folder).filter((one) => one.startsWith('f')))
      writeFileSync(path.join(folder, name), json);
    expect((await start().inspect(URL)).facts).toMatchObject({ width: 16 });
    expect(questions).toHaveLength(2);
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

const endless = (cancel?: () => void): ReadableStream =>
  new ReadableStream({ pull: (controller) => controller.enqueue(CHUNK), cancel });
