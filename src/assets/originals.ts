import pLimit from 'p-limit';
import { Failure, isGone } from '../lib/failures.ts';
import { readUpTo } from '../lib/read-up-to.ts';
import { singleFlight } from '../lib/single-flight.ts';
import type { AssetResponse } from './ask.ts';
import type { AssetClient } from './asset-client.ts';
import { factsOf, MAX_PICTURE_BYTES } from './decode-picture.ts';
import type { FolderCache } from './folder-cache.ts';
import { createRememberedOriginals, digest, NONE, type Original } from './original-sizes.ts';

/** How long a picture is taken for what it was, in milliseconds. */
export const FRESH_MS = 3_600_000;

/** The longest that one picture may take on its way, in milliseconds. */
const TRANSFER_MS = 30_000;

/** Pictures that are fetched at a time: each is held in memory. */
const FETCHED_AT_ONCE = 8;

type Options = {
  client: AssetClient;
  kept: FolderCache;
  /** How soon a picture that could not be had is asked for again, in milliseconds. */
  againMs: number;
  now?: () => number;
};
type Fetched = { original: Original; body?: Buffer };

/** Pictures as the backend has them: fetched once, asked after every hour, kept when it fails. */
export function createOriginals({ client, kept, againMs, now = Date.now }: Options) {
  const remembered = createRememberedOriginals(kept);
  const asking = new Map<string, Promise<Fetched>>();
  const fetching = pLimit(FETCHED_AT_ONCE);

  /** A picture as its server has it; the same one again if it has not changed. */
  async function fetchFrom(url: string, known?: Original): Promise<Fetched> {
    const response = await client.open(url, askedWith(known), AbortSignal.timeout(TRANSFER_MS));
    if (response.ok) return read(response);
    response.body.destroy();
    if (known && response.status === NOT_MODIFIED)
      return { original: { ...known, freshUntil: freshFor(known) } };
    if (isGone(response.status)) return { original: { hash: NONE, freshUntil: now() + againMs } };
    throw new Failure('badStatus', { detail: `picture answered ${response.status}` });
  }

  const fetched = (url: string, known?: Original): Promise<Fetched> => fetching(() => fetchFrom(url, known));

  /** A file that is not a picture may be replaced soon. */
  const freshFor = ({ facts, isVector }: Pick<Original, 'facts' | 'isVector'>): number =>
    now() + (facts || isVector ? FRESH_MS : againMs);

  async function read(response: AssetResponse): Promise<Fetched> {
    const body = await readUpTo(MAX_PICTURE_BYTES, response.body).catch((cause: unknown) => {
      throw new Failure('unreachable', { cause, detail: 'picture' });
    });
    const facts = body && (await factsOf(body));
    const isVector = isDrawing(response);
    const original: Original = {
      hash: body ? digest(body) : NONE,
      facts,
      isVector,
      etag: response.headers.get('etag') ?? undefined,
      lastModified: response.headers.get('last-modified') ?? undefined,
      freshUntil: freshFor({ facts, isVector }),
    };
    if (body && facts) await remembered.keepBody(original.hash, body);
    return { original, body };
  }

  /** Never rejects: where the server fails, the older facts hold until the next attempt. */
  async function ask(url: string, known?: Original): Promise<Fetched> {
    try {
      const answer = await fetched(url, known);
      await remembered.keep(url, answer.original);
      return answer;
    } catch {
      const original = { hash: NONE, ...known, freshUntil: now() + againMs };
      remembered.note(url, original);
      return { original };
    }
  }

  /** What a picture is; what was known of it while the server is asked after it. Never rejects. */
  async function look(url: string): Promise<Original> {
    const known = remembered.known(url) ?? (await remembered.recall(url));
    if (known && known.freshUntil > now()) return known;
    const asked = singleFlight(asking, url, () => ask(url, known));
    return known?.facts ? known : (await asked).original;
  }

  return {
    look,

    /** The known facts of a picture at this moment, however old. */
    known: remembered.known,

    /**
     * A picture that was looked at, with its bytes. Where the disk had no room for them they are fetched again, and may
     * have become those of another picture. Rejects with a `Failure` where they cannot be had.
     */
    async whole(url: string, original: Original): Promise<Required<Fetched>> {
      const body = await remembered.body(original.hash);
      if (body) return { original, body };
      const { original: current, body: bytes } = await fetched(url);
      await remembered.keep(url, current);
      if (!bytes) throw new Failure('notFound', { detail: 'the picture is gone' });
      return { original: current, body: bytes };
    },
  };
}

const NOT_MODIFIED = 304;

const isDrawing = ({ headers }: AssetResponse): boolean =>
  /^image\/svg\+xml\b/iu.test(headers.get('content-type') ?? '');

const askedWith = (known?: Original): Record<string, string> => ({
  accept: 'image/*',
  'accept-encoding': 'identity',
  ...(known?.etag && { 'if-none-match': known.etag }),
  ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
});
