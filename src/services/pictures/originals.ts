import { createHash } from 'node:crypto';
import type { Client } from '../../backend/client.ts';
import { Failure, isGone } from '../../failures.ts';
import { factsOf, MAX_PICTURE_BYTES, type SourceFacts } from './decode.ts';
import type { FolderCache } from './folder-cache.ts';

/** How long a picture is taken for what it was, and how soon a server that failed is asked again, in milliseconds. */
const FRESH_MS = 3_600_000;
const AGAIN_MS = 60_000;

/** The longest that one picture may take on its way, in milliseconds. */
const TRANSFER_MS = 30_000;

/** Pictures that are remembered in memory; each takes a few hundred bytes. */
export const MAX_REMEMBERED = 20_000;

/** What is known of a picture at an address. Without `facts` there is none to resize. */
export type Original = {
  /** A drawing, which browsers can show in any size as it is. */
  isVector?: boolean;
  /** Of the file's bytes: what is made of them carries it. */
  hash: string;
  facts?: SourceFacts;
  etag?: string;
  lastModified?: string;
  freshUntil: number;
};

const digest = (value: string | Uint8Array): string => createHash('sha256').update(value).digest('base64url');
const factsKey = (url: string) => `f-${digest(url)}`;
const bodyKey = (hash: string) => `o-${hash}`;
const NONE = '';

type Options = { client: Pick<Client, 'open'>; kept: FolderCache; now?: () => number };
type Fetched = { original: Original; body?: Buffer };

/** Pictures as the backend has them: fetched once, asked after every hour, kept when it fails. */
export function createOriginals({ client, kept, now = Date.now }: Options) {
  /** Asks the server for a picture; the same one again where it has not changed. */
  async function fetchFrom(url: string, known?: Original): Promise<Fetched> {
    const signal = AbortSignal.timeout(TRANSFER_MS);
    const response = await client.open(url, askedWith(known), signal);
    if (known && response.status === 304) {
      await response.body?.cancel();
      return { original: { ...known, freshUntil: now() + FRESH_MS } };
    }
    if (isGone(response.status)) {
      await response.body?.cancel();
      return { original: { hash: NONE, freshUntil: now() + AGAIN_MS } };
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new Failure('badStatus', { detail: `picture answered ${response.status}` });
    }
    return read(response);
  }

  async function read(response: Response): Promise<Fetched> {
    const body = await readPicture(response);
    const facts = body && (await factsOf(body));
    const original: Original = {
      hash: body ? digest(body) : NONE,
      facts,
      isVector: isVector(response),
      etag: response.headers.get('etag') ?? undefined,
      lastModified: response.headers.get('last-modified') ?? undefined,
      freshUntil: now() + FRESH_MS,
    };
    if (body && facts) await kept.put(bodyKey(original.hash), body);
    return { original, body };
  }

  async function remembered(url: string): Promise<Original | undefined> {
    const json = await kept.get(factsKey(url));
    return json && (JSON.parse(json.toString()) as Original);
  }

  const remember = (url: string, original: Original): Promise<void> =>
    kept.put(factsKey(url), Buffer.from(JSON.stringify(original)));

  return {
    /** What the picture is, as the disk or else the server says; the server's older word where it fails now. */
    async look(url: string): Promise<Original> {
      const known = await remembered(url);
      if (known && known.freshUntil > now()) return known;
      try {
        const { original } = await fetchFrom(url, known);
        await remember(url, original);
        return original;
      } catch (error) {
        if (!known) throw error;
        // Its older word stands until it is asked again.
        return { ...known, freshUntil: now() + AGAIN_MS };
      }
    },

    /** The bytes of a picture that was looked at; fetched again where the disk had no room for them. */
    async bodyOf(url: string, { hash }: Original): Promise<Buffer> {
      const body = (await kept.get(bodyKey(hash))) ?? (await fetchFrom(url)).body;
      if (!body) throw new Failure('notFound', { detail: 'the picture is gone' });
      return body;
    },
  };
}

const isVector = ({ headers }: Response): boolean =>
  /^image\/svg\+xml\b/iu.test(headers.get('content-type') ?? '');

function askedWith(known?: Original): Record<string, string> {
  return {
    accept: 'image/*',
    'accept-encoding': 'identity',
    ...(known?.facts && known.etag && { 'if-none-match': known.etag }),
    ...(known?.facts && known.lastModified && { 'if-modified-since': known.lastModified }),
  };
}

/** The body of an answer; nothing of one that is larger than any picture may be. */
async function readPicture(response: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_PICTURE_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
