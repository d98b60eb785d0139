import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SourceFacts } from './decode-picture.ts';
import type { FolderCache } from './folder-cache.ts';

const MAX_REMEMBERED = 20_000;

/** Increment when the stored shape changes: older entries are fetched again. */
const FACTS_VERSION = 1;

/** Known facts of the picture at an address. Without `facts` there is no picture to resize. */
export type Original = {
  /** An SVG, which is not resized. */
  isVector?: boolean;
  /** Digest of the file's bytes; part of the keys of resized pictures. */
  hash: string;
  facts?: SourceFacts;
  etag?: string;
  lastModified?: string;
  freshUntil: number;
};

/** Hash if there are no bytes. */
export const NO_HASH = '';

/** SHA-256 in base64url. */
export const digest = (value: string | Uint8Array): string =>
  createHash('sha256').update(value).digest('base64url');

const factsKey = (url: string) => `f${FACTS_VERSION}-${digest(url)}`;
const bodyKey = (hash: string) => `o-${hash}`;

/** Facts of pictures by address, in memory and on disk, and their bytes by hash, on disk only. */
export function createOriginalStore(cache: FolderCache) {
  const known = new LRUCache<string, Original>({ max: MAX_REMEMBERED });

  return {
    /** Facts in memory. */
    known: (url: string): Original | undefined => known.get(url),

    /** Facts on disk. */
    async recall(url: string): Promise<Original | undefined> {
      const json = await cache.get(factsKey(url));
      const original = json && readOriginal(json);
      if (original) known.set(url, original);
      return original;
    },

    /** Stores in memory only: the picture's server did not respond. */
    remember: (url: string, original: Original): void => void known.set(url, original),

    async store(url: string, original: Original): Promise<void> {
      known.set(url, original);
      await cache.put(factsKey(url), Buffer.from(JSON.stringify(original)));
    },

    body: (hash: string): Promise<Buffer | undefined> => cache.get(bodyKey(hash)),
    storeBody: (hash: string, body: Buffer): Promise<unknown> => cache.put(bodyKey(hash), body),
  };
}

/** Parses stored facts; undefined if the file is damaged. */
function readOriginal(json: Buffer): Original | undefined {
  try {
    const read = JSON.parse(json.toString()) as Partial<Original> | null;
    return typeof read?.hash === 'string' && typeof read.freshUntil === 'number'
      ? (read as Original)
      : undefined;
  } catch {
    return undefined;
  }
}
