import pLimit from 'p-limit';
import { Failure, isGone } from '../lib/failures.ts';
import { readUpTo } from '../lib/read-up-to.ts';
import { singleFlight } from '../lib/single-flight.ts';
import type { AssetClient } from './asset-client.ts';
import type { AssetResponse } from './asset-get.ts';
import { factsOf, MAX_PICTURE_BYTES } from './decode-picture.ts';
import type { FolderCache } from './folder-cache.ts';
import { createOriginalStore, digest, NO_HASH, type Original } from './original-store.ts';

export const FRESH_MS = 3_600_000;

const TRANSFER_TIMEOUT_MS = 30_000;

/** Each picture is in memory while it is fetched. */
const MAX_CONCURRENT_FETCHES = 8;

type Options = {
  client: AssetClient;
  cache: FolderCache;
  /** Delay before an unavailable picture is fetched again. */
  retryMs: number;
  /** Called once for a file that cannot be shown. */
  onUnreadable?: (url: string) => void;
  now?: () => number;
};
type Fetched = { original: Original; body?: Buffer };

/** Original pictures: fetched once, revalidated every hour, served stale if the server fails. */
export function createOriginals({ client, cache, retryMs, onUnreadable, now = Date.now }: Options) {
  const store = createOriginalStore(cache);
  const running = new Map<string, Promise<Fetched>>();
  const fetching = pLimit(MAX_CONCURRENT_FETCHES);

  /** Fetches a picture, or revalidates a known one. */
  async function fetchFrom(url: string, known?: Original): Promise<Fetched> {
    const response = await client.open(url, requestHeaders(known), AbortSignal.timeout(TRANSFER_TIMEOUT_MS));
    if (response.ok) return read(url, response, known);
    response.body.destroy();
    if (known && response.status === NOT_MODIFIED)
      return { original: { ...known, freshUntil: freshFor(known) } };
    if (isGone(response.status)) return { original: { hash: NO_HASH, freshUntil: now() + retryMs } };
    throw new Failure('badStatus', { detail: `picture responded ${response.status}` });
  }

  const fetched = (url: string, known?: Original): Promise<Fetched> => fetching(() => fetchFrom(url, known));

  /** A file that is not a picture may be replaced soon. */
  const freshFor = ({ facts, isVector }: Pick<Original, 'facts' | 'isVector'>): number =>
    now() + (facts || isVector ? FRESH_MS : retryMs);

  async function read(url: string, response: AssetResponse, known?: Original): Promise<Fetched> {
    const body = await readUpTo(MAX_PICTURE_BYTES, response.body).catch((cause: unknown) => {
      throw new Failure('unreachable', { cause, detail: 'picture' });
    });
    const facts = body && (await factsOf(body));
    const isVector = isSvg(response);
    const original: Original = {
      hash: body ? digest(body) : NO_HASH,
      facts,
      isVector,
      etag: response.headers.get('etag') ?? undefined,
      lastModified: response.headers.get('last-modified') ?? undefined,
      freshUntil: freshFor({ facts, isVector }),
    };
    if (body && facts) await store.storeBody(original.hash, body);
    if (isUnreadable(original) && original.hash !== known?.hash) onUnreadable?.(url);
    return { original, body };
  }

  /** Never rejects: if the server fails, the known facts are valid until the next attempt. */
  async function refresh(url: string, known?: Original): Promise<Fetched> {
    try {
      const response = await fetched(url, known);
      await store.store(url, response.original);
      return response;
    } catch {
      const original = { hash: NO_HASH, ...known, freshUntil: now() + retryMs };
      store.remember(url, original);
      return { original };
    }
  }

  /** Facts of a picture, stale ones during a refresh. Never rejects. */
  async function inspect(url: string): Promise<Original> {
    const known = store.known(url) ?? (await store.recall(url));
    if (known && known.freshUntil > now()) return known;
    const refreshed = singleFlight(running, url, () => refresh(url, known));
    return known?.facts ? known : (await refreshed).original;
  }

  return {
    inspect,

    /** Known facts of a picture, however old. */
    known: store.known,

    /**
     * A picture with its bytes. If they are not on disk they are fetched again, and may be those of another picture by now. Rejects
     * with a `Failure` if they are unavailable.
     */
    async withBody(url: string, original: Original): Promise<Required<Fetched>> {
      const body = await store.body(original.hash);
      if (body) return { original, body };
      const { original: current, body: bytes } = await fetched(url);
      await store.store(url, current);
      if (!bytes) throw new Failure('notFound', { detail: 'the picture is gone' });
      return { original: current, body: bytes };
    },
  };
}

/** Whether the file is there but is not a picture that browsers show. */
export const isUnreadable = ({ hash, facts, isVector }: Original): boolean =>
  hash !== NO_HASH && !facts && !isVector;

const NOT_MODIFIED = 304;

const isSvg = ({ headers }: AssetResponse): boolean =>
  /^image\/svg\+xml\b/iu.test(headers.get('content-type') ?? '');

const requestHeaders = (known?: Original): Record<string, string> => ({
  accept: 'image/*',
  'accept-encoding': 'identity',
  ...(known?.etag && { 'if-none-match': known.etag }),
  ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
});
