import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { RequestKind } from '../metrics/requests.ts';

/** Header names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly string[];

/**
 * A body in one encoding with its headers; `etag` is the opaque part of its ETag. What answers keep for the next ones: `text`, a
 * small body a character a byte, and `aged`, the headers with the age of the content.
 */
export type Variant = {
  body: Buffer;
  headers: HeaderList;
  etag: string;
  text?: string;
  aged?: { age: string; headers: HeaderList };
};

/** Brotli's quality for a first answer, and the best, for what is served often. */
const QUICK_QUALITY = 5;
const BEST_QUALITY = 11;
const ETAG_LENGTH = 27;

/** A window that holds a whole body has 16 bytes more than that (RFC 7932, section 9.1). */
const MORE_THAN_BODY = 16;

/** The smallest window that reaches over the whole body: with a larger one Brotli first clears memory that it does not use. */
function windowBits(size: number): number {
  const bits = Math.ceil(Math.log2(size + MORE_THAN_BODY));
  return Math.min(constants.BROTLI_MAX_WINDOW_BITS, Math.max(constants.BROTLI_MIN_WINDOW_BITS, bits));
}

const quality = (level: number, size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_LGWIN]: windowBits(size),
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

const compressNow: Record<Encoding, (body: Buffer) => Buffer> = {
  identity: (body) => body,
  gzip: (body) => gzipSync(body),
  br: (body) => brotliCompressSync(body, quality(QUICK_QUALITY, body.length)),
};

const bestBrotli = promisify(brotliCompress);
const bestGzip = promisify(gzip);

/**
 * A body in its encodings: each is made when it is first asked for, and recompressed later where that pays. `kind` is what
 * requests for it are counted as.
 */
export function createVariants(body: Buffer, headers: HeaderList, kind: RequestKind) {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, ETAG_LENGTH);
  const made = new Map<Encoding, Variant>();

  function put(encoding: Encoding, encoded: Buffer): Variant {
    const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
    const variant = {
      body: encoded,
      etag,
      headers: [
        ...headers,
        'ETag',
        // The bytes of one encoding may get fewer; what they say stays the same (RFC 9110, section 8.8.1).
        encoding === 'identity' ? etag : `W/${etag}`,
        'Content-Length',
        `${encoded.length}`,
        ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      ],
    };
    made.set(encoding, variant);
    return variant;
  }

  return {
    kind,
    get: (encoding: Encoding): Variant => made.get(encoding) ?? put(encoding, compressNow[encoding](body)),

    /** Adds an encoding that was made elsewhere. */
    put,

    /** Sends the body as it is to clients that take this encoding. */
    leave(encoding: Encoding): void {
      made.set(encoding, made.get('identity') ?? put('identity', body));
    },

    /** Replaces brotli and gzip by the smallest ones, in the background. */
    async recompress(): Promise<void> {
      put('br', await bestBrotli(body, quality(BEST_QUALITY, body.length)));
      put('gzip', await bestGzip(body, { level: constants.Z_BEST_COMPRESSION }));
    },

    /** The most that all of it takes, in bytes: what is compressed makes up less than the body once more, its texts too. */
    size: 3 * body.length,
  };
}

export type Variants = ReturnType<typeof createVariants>;

/** How a body may be sent, from the smallest to the largest; `identity` is as it is. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Longer headers are no browser's, and are not read. */
export const MAX_ACCEPT_LENGTH = 256;

/** Headers whose meaning is remembered: there are but a few in use, and reading one takes a microsecond of an answer's twenty. */
const MAX_REMEMBERED = 200;
const remembered = new LRUCache<string, Encoding>({ max: MAX_REMEMBERED });

/** The best encoding that a request takes (RFC 9110, section 12.5.3). */
export function chosenEncoding(accepted: string | undefined): Encoding {
  if (!accepted || accepted.length > MAX_ACCEPT_LENGTH) return 'identity';
  const known = remembered.get(accepted);
  if (known) return known;
  const request = { headers: { 'accept-encoding': accepted } };
  const chosen = new Negotiator(request).encoding(ENCODINGS, { preferred: ENCODINGS }) ?? 'identity';
  remembered.set(accepted, chosen);
  return chosen;
}
