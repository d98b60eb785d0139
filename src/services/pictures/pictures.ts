import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Assets } from '../../backend/assets.ts';
import type { Client } from '../../backend/client.ts';
import { type PictureFacts, type Pictures, WIDTHS } from '../../content/pictures.ts';
import { Failure } from '../../failures.ts';
import { resize, type Target, targetFor } from './decode.ts';
import { createFolderCache } from './folder-cache.ts';
import { createOriginals, MAX_REMEMBERED, type Original } from './originals.ts';

/** All that originals and what is made of them may take on the disk, in bytes. */
export const MAX_MEDIA_BYTES = 1024 * 1024 * 1024;

/** How long a page waits to learn of its pictures; then it is rendered without, in milliseconds. */
const PATIENCE_MS = 500;

/** How long a picture that could not be had is taken for none, in milliseconds. */
const MISSING_MS = 60_000;

/** Pictures that are being made, or wait for it; who comes after them is told to come again. */
const MAX_AT_WORK = 256;

/** The width that is sent to who asks for little data. */
const SAVE_DATA_WIDTH = WIDTHS[0];

/** What cannot be had now may be there in a minute. */
const MISSING = (): Original => ({ hash: '', freshUntil: Date.now() + MISSING_MS });

export type Asked = { width: number; accept: string; savesData: boolean };
export type Media = { body: Buffer; type: string; etag: string };

type Options = { client: Client; assets: Assets; dataDir: string; maxBytes?: number };

/** The pictures that a page names: those of its model, and those in the texts of editors. */
const SOURCE = /(?:"(?:picUrl|logoUrl)":"|<img src=\\")(\/files\/([\w-]+)\/([^"/\\?#]+))/gu;

/** Pictures of the backend, in the sizes and formats that browsers want. */
export function createPictures({ client, assets, dataDir, maxBytes = MAX_MEDIA_BYTES }: Options) {
  const kept = createFolderCache({ folder: path.join(dataDir, 'media'), maxBytes });
  const originals = createOriginals({ client, kept });
  const looked = new LRUCache<string, Original>({ max: MAX_REMEMBERED });
  const looking = new Map<string, Promise<Original>>();
  const making = new Map<string, Promise<Buffer>>();

  /** Once for all who ask at the same time; a picture that cannot be had is none for a minute. */
  function look(url: string): Promise<Original> {
    const known = lookedAt(url);
    if (known) return Promise.resolve(known);
    return once(looking, url, async () => {
      const original = await originals.look(url).catch(() => MISSING());
      looked.set(url, original);
      return original;
    });
  }

  function lookedAt(url: string): Original | undefined {
    const known = looked.get(url);
    return known && known.freshUntil > Date.now() ? known : undefined;
  }

  async function made(url: string, original: Original, width: number, target: Target): Promise<Buffer> {
    const { facts } = original;
    if (!facts) throw new Failure('notFound', { detail: 'no picture that can be shown' });
    const key = `m-${original.hash}-${width}-${target}`;
    const ready = await kept.get(key);
    if (ready) return ready;
    if (making.size >= MAX_AT_WORK) throw new Failure('busy');
    return once(making, key, async () => {
      const body = await resize(await originals.bodyOf(url, original), facts, width, target);
      await kept.put(key, body);
      return body;
    });
  }

  return {
    /** A picture by its token and name, at one of the widths, in the best format that is taken. */
    async media(token: string, name: string, { width, accept, savesData }: Asked): Promise<Media> {
      const url = assets.resolve(token, name);
      if (!url || !WIDTHS.some((one) => one === width)) throw new Failure('notFound');
      const original = await look(url);
      if (!original.facts) throw new Failure('notFound', { detail: 'no picture that can be shown' });
      const target = targetFor(original.facts, accept);
      const sent = savesData ? Math.min(width, SAVE_DATA_WIDTH) : width;
      return {
        body: await made(url, original, sent, target),
        type: `image/${target}`,
        etag: `"${original.hash.slice(0, 16)}-${sent}-${target}"`,
      };
    },

    /**
     * What is known of the pictures that a page names, as far as it can be learnt in a moment; of others nothing is
     * said, and `isWhole` is false.
     */
    async of(page: object): Promise<{ pictures: Pictures; isWhole: boolean }> {
      const sources = sourcesOf(page);
      const urls = [...sources.values()];
      if (urls.some((url) => !lookedAt(url)))
        await Promise.race([Promise.all(urls.map(look)), wait(PATIENCE_MS, undefined, { ref: false })]);
      const found = [...sources].map(([src, url]) => [src, lookedAt(url)] as const);
      return {
        pictures: Object.fromEntries(found.flatMap(([src, original]) => publicFacts(src, original))),
        isWhole: found.every(([, original]) => original && (original.facts || original.isVector)),
      };
    },
  };

  function sourcesOf(page: object): Map<string, string> {
    const sources = new Map<string, string>();
    for (const [, src = '', token = '', name = ''] of JSON.stringify(page).matchAll(SOURCE)) {
      const url = sources.has(src) ? undefined : assets.resolve(token, decodeURIComponent(name));
      if (url) sources.set(src, url);
    }
    return sources;
  }
}

/** What pages are told: nothing of a picture that is sent as it is. */
function publicFacts(src: string, original: Original | undefined): [string, PictureFacts][] {
  if (!original?.facts) return [];
  const { width, height, tone } = original.facts;
  return [[src, { width, height, tone }]];
}

function once<T>(running: Map<string, Promise<T>>, key: string, start: () => Promise<T>): Promise<T> {
  const same = running.get(key);
  if (same) return same;
  const own = start().finally(() => running.delete(key));
  running.set(key, own);
  return own;
}
