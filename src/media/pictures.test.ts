import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jpegOf } from '../../test/support/pictures.ts';
import { createCache } from '../content/backend/cache.ts';
import type { Copies } from '../content/backend/content-copies.ts';
import { DAY_MS } from '../lib/days.ts';
import type { SiteError } from '../lib/failures.ts';
import { createPictures, MAX_WAITING } from './pictures.ts';
import { resize } from './resize-picture.ts';
import { assetResponse } from './testing/asset-response.ts';

vi.mock(import('./resize-picture.ts'), async (original) => {
  const decode = await original();
  return { ...decode, resize: vi.fn(decode.resize) };
});

const LARGE = await jpegOf({ width: 3000, height: 200 });
const SMALL = await jpegOf({ width: 8, height: 5 });

let dataDir = '';
let onDisk = new Map<string, NonNullable<ReturnType<Copies['get']>>>();
let questions: string[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'plinth-pictures-'));
  onDisk = new Map();
  questions = [];
  vi.mocked(resize).mockClear();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Starts pictures whose token is their URL, each with its own bytes unless `body` is given. */
const start = (body?: Buffer) =>
  createPictures({
    dataDir,
    cache: createCache({ freshMs: DAY_MS, staleMs: DAY_MS, onStale: () => undefined }),
    copies: { get: (key) => onDisk.get(key), put: (key, copy) => void onDisk.set(key, copy) },
    assets: { resolve: (token: string) => `https://files.example/${token}` },
    client: {
      open: async (url: string) => {
        questions.push(url);
        return assetResponse(new Response(new Uint8Array(body ?? Buffer.concat([SMALL, Buffer.from(url)]))));
      },
    },
  });

const asked = (width: number, type = 'image/webp', client = 'a') => ({
  width: `${width}`,
  accepted: [type],
  savesData: false,
  client,
});
const made = () => readdirSync(path.join(dataDir, 'media')).filter((name) => name.startsWith('m'));

describe('picture resizing', () => {
  it('resizes a picture only once per size, even after a restart', async () => {
    const pictures = start(LARGE);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => pictures.media('a', 'a.jpg', asked(640))),
    );
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(1);
    await pictures.media('a', 'a.jpg', asked(640));
    await start(LARGE).media('a', 'a.jpg', asked(640));
    expect([vi.mocked(resize).mock.calls.length, questions.length]).toEqual([1, 1]);
  });

  it('resizes a picture only once if two URLs have the same bytes', async () => {
    const pictures = start(LARGE);
    await pictures.media('a', 'a.jpg', asked(320));
    await pictures.media('b', 'b.jpg', asked(320));
    expect([vi.mocked(resize).mock.calls.length, questions.length]).toEqual([1, 2]);
  });

  it('resizes a picture once for all widths beyond its own', async () => {
    const pictures = start(SMALL);
    for (const width of [160, 640, 2560]) await pictures.media('a', 'a.jpg', asked(width));
    expect(made()).toHaveLength(1);
  });

  it('rejects pictures of the client with the most waiting requests', async () => {
    const pictures = start();
    const { promise: gate, resolve: open } = Promise.withResolvers<Buffer>();
    const actual = vi.mocked(resize).getMockImplementation() ?? resize;
    vi.mocked(resize).mockImplementation(() => gate);
    const many = Array.from({ length: MAX_WAITING + 10 }, (_, index) =>
      pictures.media(`t${index}`, 'a', asked(160)).catch((failure: SiteError) => failure.kind),
    );
    await expect.poll(() => pictures.counts().waiting).toBe(MAX_WAITING);
    const other = pictures.media('other', 'a', asked(160, undefined, 'b'));
    open(SMALL);
    expect(await other).toMatchObject({ type: 'image/webp' });
    expect(pictures.counts().waiting).toBeGreaterThan(MAX_WAITING / 2);
    expect((await Promise.all(many)).filter((result) => result === 'busy').length).toBeGreaterThan(0);
    vi.mocked(resize).mockImplementation(actual);
  });

  it('retries a failed resize at the next request', async () => {
    const pictures = start(LARGE);
    vi.mocked(resize).mockRejectedValueOnce(new Error('timeout'));
    await expect(pictures.media('a', 'a.jpg', asked(320))).rejects.toThrow('timeout');
    await expect(pictures.media('a', 'a.jpg', asked(320))).resolves.toMatchObject({ type: 'image/webp' });
  });
});

describe('picture sizes for pages', () => {
  const hrefs = ['/files/a/a.jpg', '/files/b/b.jpg', '/files/a/a.jpg', '/files/c/%zz.jpg'];

  it('inspects each picture once to get its size', async () => {
    const pictures = start(LARGE);
    expect(hrefs.map(pictures.sizeOf)).toEqual(hrefs.map(() => undefined));
    expect(pictures.unknownOf(hrefs)).toEqual(hrefs);
    await pictures.inspect(hrefs);
    expect(pictures.unknownOf(hrefs)).toEqual([]);
    expect(hrefs.map(pictures.sizeOf)).toEqual(
      hrefs.map(() => ({ width: 3000, height: 200, hasAlpha: false })),
    );
    expect(questions).toHaveLength(3);
  });

  it('does not return a size for a URL that is not a picture of content', () => {
    const pictures = start(LARGE);
    expect(pictures.unknownOf(['/assets/a.png', 'https://a.example/files/a/a.jpg'])).toEqual([]);
    expect(pictures.sizeOf('/assets/a.png')).toBeUndefined();
  });
});
