import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SourceFacts } from './decode-picture.ts';
import type { FolderCache } from './folder-cache.ts';

/** Pictures that are remembered in memory; each takes a few hundred bytes. */
const MAX_REMEMBERED = 20_000;

/** Goes up when what is remembered gets another shape: entries in the old shape are then fetched again. */
const FACTS_VERSION = 1;

/** The known facts of a picture at an address. Without `facts` there is no picture to resize. */
export type Original = {
  /** A drawing, which browsers can show in any size as it is. */
  isVector?: boolean;
  /** Of the file's bytes: what is made of them carries it. */
  hash: string;
  facts?: SourceFacts;
  etag?: string;
  lastModified?: string;
  /** Milliseconds since 1970. */
  freshUntil: number;
};

/** The hash where no bytes are there. */
export const NONE = '';

/** SHA-256 in base64url. */
export const digest = (value: string | Uint8Array): string =>
  createHash('sha256').update(value).digest('base64url');

const factsKey = (url: string) => `f${FACTS_VERSION}-${digest(url)}`;
const bodyKey = (hash: string) => `o-${hash}`;

/** What is known of pictures, by address in memory and on the disk, and their bytes, by hash on the disk alone. */
export function createRememberedOriginals(kept: FolderCache) {
  const looked = new LRUCache<string, Original>({ max: MAX_REMEMBERED });

  return {
    /** What is known at this moment, without the disk. */
    known: (url: string): Original | undefined => looked.get(url),

    /** What the disk knows. */
    async recall(url: string): Promise<Original | undefined> {
      const json = await kept.get(factsKey(url));
      const original = json && readOriginal(json);
      if (original) looked.set(url, original);
      return original;
    },

    /** In memory alone: it is no word of the picture's server. */
    note: (url: string, original: Original): void => void looked.set(url, original),

    async keep(url: string, original: Original): Promise<void> {
      looked.set(url, original);
      await kept.put(factsKey(url), Buffer.from(JSON.stringify(original)));
    },

    body: (hash: string): Promise<Buffer | undefined> => kept.get(bodyKey(hash)),
    keepBody: (hash: string, body: Buffer): Promise<unknown> => kept.put(bodyKey(hash), body),
  };
}

/** The kept facts; undefined where the file is damaged. */
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
