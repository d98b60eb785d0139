import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { isAsset } from '../content/asset-types.ts';
import { addressKey } from '../http/middleware/limiters.ts';
import { FOR_ALL_ORIGINS } from '../http/middleware/security-headers.ts';
import { isBadRange, isGone, SiteError } from '../lib/failures.ts';
import type { Services } from '../services.ts';
import { type AssetResponse, isFile } from './asset-client.ts';

/** Types shown in the browser. All other types are downloaded, including SVG, which can contain scripts. */
const INLINE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

const MAX_AGE_S = 3600;
const HEADERS = {
  'Cache-Control': `public, max-age=${MAX_AGE_S}, no-transform`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  ...FOR_ALL_ORIGINS,
};

const REQUEST_HEADERS = ['range', 'if-none-match', 'if-modified-since', 'if-range'];

/** Allows a single range only: a response with several parts does not state their type. */
const SINGLE_RANGE = /^bytes=\d*-\d*$/u;
const VALIDATORS = ['etag', 'last-modified'];
const RESPONSE_HEADERS = [
  ...VALIDATORS,
  'content-encoding',
  'content-length',
  'content-range',
  'accept-ranges',
];
const NOT_MODIFIED = 304;
const ACCEPTED_STATUS = [200, 206, NOT_MODIFIED];

/** Serves a file or original picture that a backend response names. */
export function files({
  assets,
  assetClient,
  findFile,
}: Pick<Services, 'assets' | 'assetClient' | 'findFile'>): RequestHandler<{ token: string; name: string }> {
  return async (request, response) => {
    const { token, name } = request.params;
    const url = assets.resolve(token, name);
    if (!url) throw new SiteError('notFound');
    if (findFile && url.startsWith('/')) {
      const found = await findFile(url);
      if (!found || !isAsset('', name)) throw new SiteError('notFound', { detail: 'no such file' });
      describe(response.set(HEADERS), name);
      response.sendFile(found.file, { cacheControl: false, dotfiles: 'allow' });
      return;
    }
    const closed = new AbortController();
    const abort = () => closed.abort();
    response.once('close', abort);
    const file = await assetClient.open(url, requestHeaders(request), closed.signal);
    // The pipeline now aborts the request; a second listener would trigger Node's leak warning.
    response.off('close', abort);
    await passOn(file, name, request, response);
  };
}

function requestHeaders(request: Pick<Request, 'get'>): Record<string, string> {
  const headers = REQUEST_HEADERS.flatMap((field) => {
    const value = request.get(field);
    return value && (field !== 'range' || SINGLE_RANGE.test(value)) ? [[field, value]] : [];
  });
  return Object.fromEntries(headers);
}

async function passOn(
  file: AssetResponse,
  name: string,
  request: Pick<Request, 'method'>,
  response: Response,
): Promise<void> {
  const failure = failureOf(file, name);
  if (failure) {
    file.body.destroy();
    throw failure;
  }
  const isUnchanged = file.status === NOT_MODIFIED;
  response.status(file.status).set(HEADERS);
  if (!isUnchanged) describe(response, name, file.headers.get('content-type'));
  for (const field of isUnchanged ? VALIDATORS : RESPONSE_HEADERS) {
    const value = file.headers.get(field);
    if (value !== null) response.set(field, value);
  }
  if (request.method !== 'HEAD') return pass(file.body, response);
  file.body.destroy();
  response.end();
}

/** Sets type and disposition. A file without a type gets one by its name. */
function describe(response: Response, name: string, type: string | null = null): void {
  response.attachment(name);
  if (type !== null) response.set('Content-Type', type);
  const [media = ''] = (response.get('Content-Type') ?? '').split(';');
  if (INLINE_TYPES.includes(media.trim().toLowerCase())) response.set('Content-Disposition', 'inline');
}

/** Pipes the body. Rejects if the file's server disconnects. A client's disconnection has the same error but is not a failure. */
async function pass(body: Readable, response: Response): Promise<void> {
  let isCut = false;
  body.once('error', () => {
    isCut = !response.destroyed;
  });
  await pipeline(body, response).catch((error: unknown) => {
    if (isCut) throw error;
  });
}

function failureOf(file: AssetResponse, name: string): SiteError | undefined {
  const { status, headers } = file;
  if (isGone(status)) return new SiteError('notFound', { detail: 'the backend has no such file' });
  if (!ACCEPTED_STATUS.includes(status))
    return new SiteError(isBadRange(status) ? 'badRange' : 'badStatus', {
      detail: `file answered ${status}`,
    });
  if (status === NOT_MODIFIED || isFile(file, name)) return undefined;
  return new SiteError('refusedAsset', {
    detail: `no file: ${headers.get('content-type') ?? 'without a type'}`,
  });
}

const CACHE = 'public, max-age=86400, stale-while-revalidate=604800, no-transform';

/** The route sets the picture's headers itself. */
const AS_FILE: Parameters<Response['sendFile']>[1] & object = {
  acceptRanges: false,
  cacheControl: false,
  dotfiles: 'allow',
  etag: false,
  lastModified: false,
};

/** Serves a picture of the backend at one of the fixed widths, in the best format that the browser accepts. */
export function media({
  pictures,
}: Pick<Services, 'pictures'>): RequestHandler<{ token: string; width: string; name: string }> {
  return async (request, response) => {
    const { token, width, name } = request.params;
    const { content, type, etag } = await pictures.media(token, name, {
      width,
      // `Accept: */*` does not name a format.
      accepted: request.accepts().map((type) => type.toLowerCase()),
      client: addressKey(request.ip),
      savesData: request.get('Save-Data')?.toLowerCase() === 'on',
    });
    response
      .vary('Accept, Save-Data')
      .set({
        'Cache-Control': CACHE,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        ...FOR_ALL_ORIGINS,
        ETag: etag,
      })
      .type(type);
    if (typeof content === 'string') response.sendFile(content, AS_FILE);
    else response.send(content);
  };
}
