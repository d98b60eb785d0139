import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { type Cache, type Loaded, PICTURES, type Source } from '../content/backend/cache.ts';
import type { Copies } from '../content/backend/content-copies.ts';
import { readUpTo } from '../lib/async.ts';
import { isGone, SiteError } from '../lib/failures.ts';
import type { AssetClient, AssetResponse } from './asset-client.ts';
import type { MediaFolder } from './media-folder.ts';
import { factsOf, MAX_PICTURE_BYTES, type SourceFacts } from './resize-picture.ts';

const TRANSFER_TIMEOUT_MS = 30_000;

/** Limits memory, because each picture is held in memory during its fetch. */
const MAX_CONCURRENT_FETCHES = 8;

/** Increment when the stored shape changes, so that older facts are refetched. */
const FACTS_VERSION = 1;

/** Known facts of the picture at a URL. Without `facts` there is no picture to resize. */
export type Original = {
  /** An SVG, which is not resized. */
  isVector?: boolean;
  /** Digest of the file's bytes, which are in the media folder; empty if there is no file. */
  hash: string;
  facts?: SourceFacts;
  etag?: string;
  lastModified?: string;
};

const MISSING: Original = { hash: '' };

type Fetched = { original: Original; body?: Buffer };

export type OriginalOptions = {
  client: AssetClient;
  cache: Pick<Cache, 'get' | 'known'>;
  copies: Pick<Copies, 'get' | 'put'>;
  folder: MediaFolder;
  /** Called once for a file that cannot be shown. */
  onUnreadable?: (url: string) => void;
};

/** Manages original pictures. Their facts are content, so the cache decides when to refetch them. */
export function createOriginals({ client, cache, copies, folder, onUnreadable }: OriginalOptions) {
  const fetching = pLimit(MAX_CONCURRENT_FETCHES);
  const keyOf = (url: string): string => `${PICTURES} ${FACTS_VERSION} ${url}`;
  const known = (url: string): Original | undefined => cache.known<Original>(keyOf(url));

  /** Fetches a picture, or revalidates a known one. */
  async function fetchPicture(url: string, known?: Original): Promise<Fetched> {
    const response = await client.open(url, requestHeaders(known), AbortSignal.timeout(TRANSFER_TIMEOUT_MS));
    if (response.status === OK) return readPicture(url, response, known);
    response.body.destroy();
    if (known && response.status === NOT_MODIFIED) return { original: known };
    if (isGone(response.status)) return { original: MISSING };
    throw new SiteError('badStatus', { detail: `picture responded ${response.status}` });
  }

  async function readPicture(url: string, response: AssetResponse, known?: Original): Promise<Fetched> {
    const body = await readUpTo(MAX_PICTURE_BYTES, response.body).catch((cause: unknown) => {
      throw new SiteError('unreachable', { cause, detail: 'picture' });
    });
    if (!body) return { original: MISSING };
    const original: Original = {
      hash: createHash('sha256').update(body).digest('base64url'),
      facts: await factsOf(body),
      isVector: isSvg(url, response),
      etag: response.headers.get('etag') ?? undefined,
      lastModified: response.headers.get('last-modified') ?? undefined,
    };
    if (original.facts) await folder.store(bodyKey(original), body);
    if (isUnreadable(original) && original.hash !== known?.hash) onUnreadable?.(url);
    return { original, body };
  }

  const sourceOf = (url: string): Source<Original> => ({
    path: PICTURES,
    async load(requestedAt) {
      const last = known(url);
      const { original } = await fetching(() => fetchPicture(url, last)).catch((error: unknown) => {
        if (last?.facts) throw error;
        return { original: MISSING };
      });
      if (original.facts)
        copies.put(keyOf(url), { body: Buffer.from(JSON.stringify(original)), requestedAt });
      return loaded(original);
    },
    restore() {
      const copy = copies.get(keyOf(url));
      return copy && { ...loaded(JSON.parse(`${Buffer.from(copy.body)}`)), storedAt: copy.requestedAt };
    },
  });

  return {
    /** Returns the known facts of a picture, however old. */
    known,

    /** Returns the facts of a picture that can be resized. Rejects with a `SiteError` if there is none. */
    inspect: async (url: string): Promise<Original> => (await cache.get(keyOf(url), sourceOf(url))).value,

    /**
     * Returns a picture with its bytes. If they are not on disk, refetches them, which may return a different picture. Rejects with
     * a `SiteError` if they are unavailable.
     */
    async withBody(url: string, original: Original): Promise<Required<Fetched>> {
      const stored = await folder.read(bodyKey(original));
      const { body, ...current } = stored
        ? { original, body: stored }
        : await fetching(() => fetchPicture(url));
      if (!body) throw new SiteError('notFound', { detail: 'the picture is gone' });
      return { ...current, body };
    },
  };
}

/** Returns whether the file exists but is not a picture that browsers show. */
export const isUnreadable = ({ hash, facts, isVector }: Original): boolean =>
  hash !== MISSING.hash && !facts && !isVector;

const bodyKey = ({ hash }: Original): string => `o-${hash}`;

const loaded = (original: Original): Loaded<Original> => ({
  value: original,
  bytes: JSON.stringify(original).length,
  version: original.hash,
  absence: original.facts ? undefined : new SiteError('notFound', { detail: 'no picture that can be shown' }),
});

const OK = 200;
const NOT_MODIFIED = 304;

/** Files of a content folder have only their name to show the type. */
function isSvg(url: string, { headers }: AssetResponse): boolean {
  const type = headers.get('content-type');
  return type === null ? /\.svg(?:[?#]|$)/iu.test(url) : /^image\/svg\+xml\b/iu.test(type);
}

const requestHeaders = (known?: Original): Record<string, string> => ({
  accept: 'image/*',
  ...(known?.etag && { 'if-none-match': known.etag }),
  ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
});
