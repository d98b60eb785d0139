import type { IncomingHttpHeaders as Headers } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { hasMediaExtension, isServableFile } from '../content/media-formats.ts';
import { WIDTHS } from '../content/resized-pictures.ts';
import { addressKey } from '../http/middleware/rate-limits.ts';
import { FOR_ALL_ORIGINS } from '../http/middleware/security-headers.ts';
import { isBadRange, isGone, SiteError } from '../lib/failures.ts';
import type { Services } from '../services.ts';
import type { MediaResponse } from './media-client.ts';

/** Types shown in the browser. All other types are downloaded, including SVG, which can contain scripts. */
const INLINE_TYPES = ['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

const MAX_AGE_S = 3600;
const HEADERS = {
  'Cache-Control': `public, max-age=${MAX_AGE_S}, no-transform`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  ...FOR_ALL_ORIGINS,
};

const REQUEST_HEADERS = ['range', 'if-none-match', 'if-modified-since', 'if-range'];

/** Allows a single range only: a response with several parts does not state their type. */
const SINGLE_RANGE = /^bytes=\d*-\d*$/u;
const RESPONSE_HEADERS =
  'etag last-modified content-encoding content-length content-range accept-ranges'.split(' ');
const NOT_MODIFIED = 304;
const ACCEPTED_STATUS = [200, 206, NOT_MODIFIED];

/** Serves a file or original image that content refers to. */
export function files({
  mediaUrls,
  openMedia,
  findFile,
}: Pick<Services, 'mediaUrls' | 'openMedia' | 'findFile'>): RequestHandler<{ token: string; name: string }> {
  return async (request, response) => {
    const { token, name } = request.params;
    const url = mediaUrls.resolve(token, name);
    if (!url) throw new SiteError('notFound');
    if (findFile && url.startsWith('/')) {
      const found = findFile(url);
      if (!found || !isServableFile('', name)) throw new SiteError('notFound', { detail: 'no such file' });
      setContentHeaders(response.set(HEADERS), name);
      response.sendFile(found.file, { cacheControl: false, dotfiles: 'allow' });
      return;
    }
    const file = await openMedia(url, requestHeaders(request));
    const failure = findFailure(file, name);
    if (failure) {
      file.body.destroy();
      throw failure;
    }
    response.status(file.status).set(HEADERS);
    if (file.status !== NOT_MODIFIED) setContentHeaders(response, name, file.headers);
    for (const field of RESPONSE_HEADERS) {
      const value = file.headers[field];
      if (value !== undefined) response.set(field, value);
    }
    if (request.method !== 'HEAD') return pipeBody(file.body, response);
    file.body.destroy();
    response.end();
  };
}

function requestHeaders(request: Pick<Request, 'get'>): Record<string, string> {
  const headers = REQUEST_HEADERS.flatMap((field) => {
    const value = request.get(field);
    return value && (field !== 'range' || SINGLE_RANGE.test(value)) ? [[field, value]] : [];
  });
  return Object.fromEntries(headers);
}

/** Pipes the body. Rejects if the file's server disconnects. A client's disconnection has the same error but is not a failure. */
async function pipeBody(body: Readable, response: Response): Promise<void> {
  let isCut = false;
  body.once('error', () => {
    isCut = !response.destroyed;
  });
  await pipeline(body, response).catch((error: unknown) => {
    if (isCut) throw error;
  });
}

/** Returns the file name in a response, as written. */
const readFileName = (headers: Headers): string =>
  /filename\*?=\s*"?([^";]+)/iu.exec(headers['content-disposition'] ?? '')?.[1]?.trim() ?? '';

/** Sets Content-Type and Content-Disposition. Derives a missing type from the name, and a missing extension from the response. */
function setContentHeaders(response: Response, name: string, headers: Headers = {}): void {
  const { 'content-type': type } = headers;
  response.attachment(hasMediaExtension(name) ? name : name + path.extname(readFileName(headers)));
  if (type !== undefined) response.set('Content-Type', type);
  const [media = ''] = (response.get('Content-Type') ?? '').split(';');
  if (INLINE_TYPES.includes(media.trim().toLowerCase())) response.set('Content-Disposition', 'inline');
}

/** A response is a file by its type or, if that is generic, by its name in the URL or in the response. */
function findFailure({ status, headers }: MediaResponse, name: string): SiteError | undefined {
  const type = headers['content-type'] ?? '';
  const detail = `file answered ${status}, type ${type}`;
  if (isGone(status)) return new SiteError('notFound', { detail });
  if (isBadRange(status)) return new SiteError('badRange', { detail });
  if (!ACCEPTED_STATUS.includes(status)) return new SiteError('badStatus', { detail });
  const isFile = [name, readFileName(headers)].some((one) => isServableFile(type, one));
  return status === NOT_MODIFIED || isFile ? undefined : new SiteError('refusedMedia', { detail });
}

const MEDIA_CACHE = 'public, max-age=86400, stale-while-revalidate=604800, no-transform';

/** Serves a content image in one of the fixed widths and the best format that the browser accepts. */
export function media({
  mediaUrls,
  pictures,
}: Pick<Services, 'mediaUrls' | 'pictures'>): RequestHandler<{ token: string; width: string; name: string }> {
  return async (request, response) => {
    const { token, width: requested, name } = request.params;
    const url = mediaUrls.resolve(token, name);
    const width = WIDTHS.find((one) => `${one}` === requested);
    if (!url || !width) throw new SiteError('notFound');
    const savesData = request.get('Save-Data')?.toLowerCase() === 'on';
    // `Accept: */*` does not name a format.
    const accepted = request.accepts().map((type) => type.toLowerCase());
    const wanted = { width, accepted, savesData };
    const { key, target, bytes } = await pictures.media(url, wanted, addressKey(request.ip));
    response
      .vary('Accept, Save-Data')
      .set({ ...HEADERS, 'Cache-Control': MEDIA_CACHE, ETag: `"${key}"` })
      .type(`image/${target}`)
      .send(bytes);
  };
}
