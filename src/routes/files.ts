import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { create as contentDisposition } from 'content-disposition';
import type { RequestHandler, Response } from 'express';
import { Failure, isBadRange, isGone } from '../failures.ts';
import type { Services } from '../services/index.ts';

/** Raster pictures are shown; everything else, SVG with its scripts too, is only ever downloaded. */
const SHOWN = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** How long a file may be kept without asking again, in seconds. */
const MAX_AGE_S = 3600;

const ASKED = ['range', 'if-none-match', 'if-modified-since', 'if-range'];
const ANSWERED = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'];
const NOT_MODIFIED = 304;
const PASSED_ON = [200, 206, NOT_MODIFIED];

/** A file or original picture that a backend answer named, passed through as it comes. */
export function files({ assets, client }: Services): RequestHandler {
  return async (request, response) => {
    const [, token = '', name = ''] = request.address.segments;
    const url = assets.resolve(token, name);
    if (!url) throw new Failure('notFound');
    const closed = new AbortController();
    response.once('close', () => closed.abort());
    const headers = Object.fromEntries(
      ASKED.flatMap((field) => (request.get(field) ? [[field, request.get(field)]] : [])),
    );
    const answer = await client.open(url, { 'accept-encoding': 'identity', ...headers }, closed.signal);
    await passOn(answer, name, response, request.method === 'HEAD');
  };
}

async function passOn(
  answer: globalThis.Response,
  name: string,
  response: Response,
  isHead: boolean,
): Promise<void> {
  if (!PASSED_ON.includes(answer.status)) {
    await answer.body?.cancel();
    throw failureOf(answer.status);
  }
  response.status(answer.status).set('Cache-Control', `public, max-age=${MAX_AGE_S}, no-transform`);
  if (answer.status !== NOT_MODIFIED) response.set(describe(answer, name));
  for (const field of isAsStored(answer) ? ANSWERED : []) {
    const value = answer.headers.get(field);
    if (value !== null) response.set(field, value);
  }
  if (isHead || !answer.body) {
    await answer.body?.cancel();
    response.end();
    return;
  }
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
}

/** What the file is, and how it may be used. */
function describe({ headers }: globalThis.Response, name: string): Record<string, string> {
  const type = headers.get('content-type') ?? 'application/octet-stream';
  const isShown = SHOWN.includes(type.split(';')[0]?.trim().toLowerCase() ?? '');
  return {
    'Content-Type': type,
    'Content-Disposition': contentDisposition(name, { type: isShown ? 'inline' : 'attachment' }),
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
}

/** A server that compresses unasked tells the length and tag of other bytes than those that are passed on. */
const isAsStored = ({ headers }: globalThis.Response): boolean =>
  ['', 'identity'].includes(headers.get('content-encoding') ?? '');

/** What the backend says of a file that it does not hand out. */
const failureOf = (status: number): Failure => {
  if (isGone(status)) return new Failure('notFound', { detail: 'the backend has no such file' });
  return new Failure(isBadRange(status) ? 'badRange' : 'badStatus', { detail: `file answered ${status}` });
};
