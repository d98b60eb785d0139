import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { RequestKind } from '../middleware/request-log.ts';

/** Alternating header names and values, as `writeHead` takes them. */
export type HeaderList = readonly string[];

/** A body in one encoding with its headers. */
type Variant = {
  body: Buffer;
  headers: HeaderList;
  etag: string;
};

const QUICK_QUALITY = 5;
const BEST_QUALITY = 11;
const ETAG_LENGTH = 27;

const quality = (level: number, size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

const compressors: Record<Encoding, (body: Buffer) => Buffer> = {
  identity: (body) => body,
  gzip: (body) => gzipSync(body),
  br: (body) => brotliCompressSync(body, quality(QUICK_QUALITY, body.length)),
};

const bestBrotli = promisify(brotliCompress);
const bestGzip = promisify(gzip);

/** Creates the encodings of a body, each compressed when it is first requested. `kind` is the label of its requests in the metrics. */
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
        // Weak: recompression changes the bytes but not the content (RFC 9110, section 8.8.1).
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
    get: (encoding: Encoding): Variant => made.get(encoding) ?? put(encoding, compressors[encoding](body)),

    /** Adds an encoding that the build has compressed. */
    put,

    /** Uses the uncompressed body for this encoding. */
    skip(encoding: Encoding): void {
      made.set(encoding, made.get('identity') ?? put('identity', body));
    },

    /** Recompresses with the best quality in the background. */
    async recompress(): Promise<void> {
      put('br', await bestBrotli(body, quality(BEST_QUALITY, body.length)));
      put('gzip', await bestGzip(body, { level: constants.Z_BEST_COMPRESSION }));
    },

    /** Upper bound for all encodings together. */
    maxBytes: 3 * body.length,
  };
}

export type Variants = ReturnType<typeof createVariants>;

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Returns the best encoding that a request accepts (RFC 9110, section 12.5.3). */
export function negotiateEncoding(accepted = ''): Encoding {
  const rules = accepted.split(',').map((rule) => rule.toLowerCase().split(';'));
  const qualityOf = (encoding: string): number => {
    const ruleOf = (wanted: string) => rules.find(([name]) => name?.trim() === wanted);
    const [, quality = 'q=1'] = ruleOf(encoding) ?? ruleOf('*') ?? ['', 'q=0'];
    return Number(quality.trim().slice(2)) || 0;
  };
  const [best = 'identity'] = ENCODINGS.toSorted((one, other) => qualityOf(other) - qualityOf(one));
  return qualityOf(best) > 0 ? best : 'identity';
}

/** Returns whether the client already has this response (RFC 9110, section 13.1.2). */
const hasCurrent = ({ 'if-none-match': etags = '' }: IncomingHttpHeaders, etag: string): boolean =>
  etags.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()));

/** Cached response; `storedAt` is the time of its oldest content. */
export type CachedResponse = { variants: Variants; storedAt?: number };

/** Header with the age in seconds of the oldest backend response in a page. */
export const AGE_HEADER = 'X-Content-Age';

export const contentAge = (storedAt: number): string =>
  `${Math.max(0, Math.floor((Date.now() - storedAt) / 1000))}`;

const NOT_FOR_304 = new Set(['Content-Length', 'Content-Encoding', 'Content-Type']);

/** Sends a cached response: a 304 if the client already has it, or only the headers for HEAD. */
export function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  { variants, storedAt }: CachedResponse,
): void {
  const { headers } = request;
  const variant = variants.get(negotiateEncoding(headers['accept-encoding'] as string | undefined));
  const age = storedAt === undefined ? [] : [AGE_HEADER, contentAge(storedAt)];
  const allHeaders = [...variant.headers, ...age];
  if (hasCurrent(headers, variant.etag)) {
    response.writeHead(304, omitBodyHeaders(allHeaders)).end();
    return;
  }
  response.writeHead(200, allHeaders);
  if (request.method === 'HEAD') response.end();
  else response.end(variant.body);
}

const omitBodyHeaders = (headers: readonly string[]): string[] =>
  headers.filter((_part, index) => !NOT_FOR_304.has(headers[index - (index % 2)] ?? ''));
