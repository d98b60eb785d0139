import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { decodePart } from '../content/menu/slug.ts';
import { type Pictures, WIDTHS, widthsFor } from '../content/resized-pictures.ts';
import { Failure } from '../lib/failures.ts';
import { singleFlight } from '../lib/single-flight.ts';
import type { AssetClient } from './asset-client.ts';
import type { Assets } from './assets.ts';
import { resize, type SourceFacts, type Target, targetFor } from './decode-picture.ts';
import { createFolderCache } from './folder-cache.ts';
import type { Original } from './original-sizes.ts';
import { createOriginals } from './originals.ts';

/** All that originals and what is made of them may take on the disk, in bytes. */
export const MAX_MEDIA_BYTES = 1024 * 1024 * 1024;

/** After this time a page is rendered without the sizes that are missing, and again soon. */
export const PATIENCE_MS = 500;

/** Pictures that are being made, or wait for it; further requests get a 503. */
export const MAX_AT_WORK = 256;

/** Pictures that are made at a time. Pages need a processor too, and files the threads that pictures are made in. */
const MADE_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));

/** A picture that could not be fetched is asked for again after this time, or as soon as content is. */
const MAX_RETRY_MS = 60_000;

/** The width for browsers that save data. */
const SAVE_DATA_WIDTH = WIDTHS[0];

/** Goes up when pictures are made in another way: older ones are made again, and get another ETag. */
const RECIPE = 1;

export type Asked = {
  /** As it stands in the address. */
  width: string;
  accept: string;
  savesData: boolean;
};
/** `content`: path of a file; the bytes if the disk has no room for it. */
export type Media = { content: string | Buffer; type: string; etag: string };

type Options = {
  client: AssetClient;
  assets: Pick<Assets, 'resolve'>;
  dataDir: string;
  /** How soon a picture that could not be had is asked for again, in milliseconds. */
  againMs: number;
  maxBytes?: number;
  /** Maximum time that a page waits for the sizes of its pictures. */
  patienceMs?: number;
};

/** The pictures that a page names: those of its model, and those in the texts of editors. */
const SOURCE = /(?:"(?:picUrl|logoUrl)":"|<img src=\\")(\/files\/([\w-]+)\/([^"/\\?#]+))/gu;

/** Pictures of the backend, in the sizes and formats that browsers want. */
export function createPictures({
  client,
  assets,
  dataDir,
  againMs,
  maxBytes = MAX_MEDIA_BYTES,
  patienceMs = PATIENCE_MS,
}: Options) {
  const kept = createFolderCache({ folder: path.join(dataDir, 'media'), maxBytes });
  const originals = createOriginals({ client, kept, againMs: Math.min(againMs, MAX_RETRY_MS) });
  const making = new Map<string, Promise<Media>>();
  const limit = pLimit(MADE_AT_ONCE);

  /** Makes a picture; requests at the same time share the work. */
  function make(url: string, original: Original, wanted: Wanted): Promise<Media> {
    const { key } = planOf(original, wanted);
    if (!making.has(key) && making.size >= MAX_AT_WORK) throw new Failure('busy');
    return singleFlight(making, key, () =>
      limit(async () => {
        const { original: current, body } = await originals.whole(url, original);
        const plan = planOf(current, wanted);
        const picture = await resize(body, plan.facts, plan.width, plan.target);
        await kept.put(plan.key, picture);
        return mediaOf(plan, (await kept.find(plan.key)) ?? picture);
      }),
    );
  }

  return {
    /**
     * A picture by its token and name, at one of the widths, in the best format that is taken. Rejects with a `Failure`:
     * `notFound`, `busy`, or what the backend did.
     */
    async media(token: string, name: string, { width: asked, accept, savesData }: Asked): Promise<Media> {
      const url = assets.resolve(token, name);
      const width = WIDTHS.find((one) => `${one}` === asked);
      if (!url || !width) throw new Failure('notFound');
      const original = await originals.look(url);
      const wanted = { accept, width: savesData ? SAVE_DATA_WIDTH : width };
      const plan = planOf(original, wanted);
      const ready = await kept.find(plan.key);
      return ready ? mediaOf(plan, ready) : make(url, original, wanted);
    },

    /** The sizes of the pictures that a page, given as JSON, names. It waits for those that are not known, but not long. */
    async of(page: string): Promise<{ pictures: Pictures; hasMissing: boolean }> {
      const sources = sourcesOf(page);
      const urls = [...new Set(sources.values())];
      const looking = Promise.all(urls.map(originals.look));
      await Promise.race([looking, wait(patienceMs, undefined, { ref: false })]);
      const hasMissing = urls.some((url) => {
        const { facts, isVector } = originals.known(url) ?? {};
        return !facts && !isVector;
      });
      return { pictures: knownOf(sources), hasMissing };
    },

    known: (page: string): Pictures => knownOf(sourcesOf(page)),

    /** Resolves when nothing more is written to the disk. */
    close: kept.close,

    /** Number of pictures that are being made or wait for it. */
    atWork: () => making.size,
  };

  function sourcesOf(page: string): Map<string, string> {
    const sources = new Map<string, string>();
    for (const [, src = '', token = '', name = ''] of page.matchAll(SOURCE)) {
      const url = sources.has(src) ? undefined : assets.resolve(token, decodePart(name));
      if (url) sources.set(src, url);
    }
    return sources;
  }

  /** The facts for pages; pictures that are sent unchanged have none. */
  function knownOf(sources: Map<string, string>): Pictures {
    return Object.fromEntries(
      [...sources].flatMap(([src, url]) => {
        const facts = originals.known(url)?.facts;
        return facts ? [[src, { width: facts.width, height: facts.height }]] : [];
      }),
    );
  }
}

type Wanted = { width: number; accept: string };
type Plan = { key: string; facts: SourceFacts; width: number; target: Target; hash: string };

/** The plan of a resized picture, never wider than the picture itself. */
function planOf({ facts, hash }: Original, wanted: Wanted): Plan {
  if (!facts) throw new Failure('notFound', { detail: 'no picture that can be shown' });
  const width = widthsFor(facts.width, wanted.width).at(-1) ?? wanted.width;
  const target = targetFor(facts, width, wanted.accept);
  return { key: `m${RECIPE}-${hash}-${width}-${target}`, facts, width, target, hash };
}

const ETAG_LENGTH = 16;

const mediaOf = ({ hash, width, target }: Plan, content: Media['content']): Media => ({
  content,
  type: `image/${target}`,
  etag: `"${RECIPE}-${hash.slice(0, ETAG_LENGTH)}-${width}-${target}"`,
});

export type SitePictures = ReturnType<typeof createPictures>;
