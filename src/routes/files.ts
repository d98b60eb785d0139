import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import type { Request, RequestHandler, Response } from 'express';
import type { AssetResponse } from '../assets/ask.ts';
import { isFile } from '../assets/asset-client.ts';
import { Failure, isBadRange, isGone } from '../lib/failures.ts';
import type { Services } from '../services.ts';

/** Raster pictures are shown; everything else, SVG with its scripts too, is only ever downloaded. */
const SHOWN = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** How long a file may be kept without asking again, in seconds. */
const MAX_AGE_S = 3600;

const ASKED = ['range', 'if-none-match', 'if-modified-since', 'if-range'];

/** An answer with several parts would say of none what it is. */
const ONE_PART = /^bytes=\d*-\d*$/u;
const ANSWERED = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'];
const NOT_MODIFIED = 304;
const PASSED_ON = [200, 206, NOT_MODIFIED];

/** A file or original picture that a backend answer named, passed through as it comes. */
export function files({
  assets,
  assetClient,
}: Pick<Services, 'assets' | 'assetClient'>): RequestHandler<{ token: string; name: string }> {
  return async (request, response) => {
    const { token, name } = request.params;
    const url = assets.resolve(token, name);
    if (!url) throw new Failure('notFound');
    const closed = new AbortController();
    const abort = () => closed.abort();
    response.once('close', abort);
    const answer = await assetClient.open(url, askedBy(request), closed.signal);
    // From here on the pipeline ends the asking, with listeners enough of its own for Node to count.
    response.off('close', abort);
    await passOn(answer, name, response, request.method === 'HEAD');
  };
}

function askedBy(request: Pick<Request, 'get'>): Record<string, string> {
  const headers = ASKED.flatMap((field) => {
    const value = request.get(field);
    return value && (field !== 'range' || ONE_PART.test(value)) ? [[field, value]] : [];
  });
  return { 'accept-encoding': 'identity', ...Object.fromEntries(headers) };
}

async function passOn(
  answer: AssetResponse,
  name: string,
  response: Response,
  isHead: boolean,
): Promise<void> {
  const failure = failureOf(answer, name);
  if (failure) {
    answer.body.destroy();
    throw failure;
  }
  response.status(answer.status).set('Cache-Control', `public, max-age=${MAX_AGE_S}, no-transform`);
  if (answer.status !== NOT_MODIFIED) response.set(describe(answer, name));
  for (const field of isAsStored(answer) ? ANSWERED : []) {
    const value = answer.headers.get(field);
    if (value !== null) response.set(field, value);
  }
  if (isHead) {
    answer.body.destroy();
    response.end();
    return;
  }
  await pass(answer.body, response);
}

/** Rejects where the file's server cuts it. One that ends since the visitor has left looks the same, and is no failure. */
async function pass(body: Readable, response: Response): Promise<void> {
  let isCut = false;
  body.once('error', () => {
    isCut = !response.destroyed;
  });
  await pipeline(body, response).catch((error: unknown) => {
    if (isCut) throw error;
  });
}

function describe({ headers }: AssetResponse, name: string): Record<string, string> {
  const type = headers.get('content-type') ?? 'application/octet-stream';
  const isShown = SHOWN.includes(type.split(';')[0]?.trim().toLowerCase() ?? '');
  return {
    'Content-Type': type,
    'Content-Disposition': contentDisposition(name, { type: isShown ? 'inline' : 'attachment' }),
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
}

/** A server that compresses unasked tells the length and tag of other bytes than those that are passed on. */
const isAsStored = ({ headers }: AssetResponse): boolean =>
  ['', 'identity'].includes(headers.get('content-encoding') ?? '');

function failureOf(answer: AssetResponse, name: string): Failure | undefined {
  const { status, headers } = answer;
  if (isGone(status)) return new Failure('notFound', { detail: 'the backend has no such file' });
  if (!PASSED_ON.includes(status))
    return new Failure(isBadRange(status) ? 'badRange' : 'badStatus', { detail: `file answered ${status}` });
  if (status === NOT_MODIFIED || isFile(answer, name)) return undefined;
  return new Failure('refusedAsset', {
    detail: `no file: ${headers.get('content-type') ?? 'without a type'}`,
  });
}
