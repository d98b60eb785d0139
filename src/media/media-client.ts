import { createReadStream } from 'node:fs';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { failures, isForbidden, SiteError, toRequestError } from '../lib/failures.ts';
import type { MediaHosts } from './media-hosts.ts';
import type { MediaUrls } from './media-urls.ts';

const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Maximum server pause in the middle of a response. A slow reader's pauses do not count. */
const MAX_SILENCE_MS = 30_000;

/** Some servers reject requests without a User-Agent. */
const DEFAULT_HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'node' };

/** Response with an unread body. */
export type MediaResponse = { status: number; headers: IncomingHttpHeaders; body: Readable };

export type LocalFile = { file: string; size: number };
/** Finds the file at a URL that starts with `/`. */
export type FindFile = (url: string) => LocalFile | undefined;

type Options = {
  timeoutMs: number;
  maxSilenceMs?: number;
  hosts: MediaHosts;
  /** Set if content comes from a folder. */
  findFile?: FindFile;
  findSigned: MediaUrls['findSigned'];
  /** Refreshes a backend response whose URLs have expired. Never rejects. */
  refresh: (source: string) => Promise<void>;
};

/** Creates a client for the files and images that content refers to. It never sends the backend's headers. */
export function createMediaClient({
  timeoutMs,
  maxSilenceMs = MAX_SILENCE_MS,
  hosts,
  findFile,
  findSigned,
  refresh,
}: Options) {
  /** Follows redirects manually: each host must be allowed. */
  async function request(
    start: string,
    headers: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<MediaResponse> {
    const late = new AbortController();
    const abort = () => late.abort(new DOMException('no response in time', 'TimeoutError'));
    const timer = setTimeout(abort, timeoutMs);
    try {
      let url = new URL(start);
      for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
        const response = await get(url, headers, AbortSignal.any([late.signal, ...(signal ? [signal] : [])]));
        const { location } = response.headers;
        if (!REDIRECTS.includes(response.status) || location === undefined) return response;
        response.body.destroy();
        url = new URL(location, url);
      }
      throw new SiteError('badStatus', { detail: 'file redirects too often' });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends a GET request to an allowed host. Rejects with the signal's reason or the connection's error. */
  async function get(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<MediaResponse> {
    const reach = hosts.reach(url);
    if (!reach) throw new SiteError('refusedMedia', { detail: `${url.host} is not an allowed host` });
    // TLS is loaded on first use.
    const protocol = url.protocol === 'https:' ? await import('node:https') : http;
    signal.throwIfAborted();
    const options = {
      headers: { ...DEFAULT_HEADERS, ...headers },
      signal,
      timeout: maxSilenceMs,
      lookup: reach === 'public' ? hosts.lookup : undefined,
      // Uses a new connection for each request, because an agent would reuse connections made with another DNS lookup.
      agent: false,
    };
    const body = await new Promise<IncomingMessage>((resolve, reject) => {
      let received: IncomingMessage | undefined;
      const sent = protocol.get(url, options, (incoming) => {
        received = incoming;
        resolve(incoming);
      });
      sent.on('error', (error) => reject(signal.aborted ? signal.reason : error));
      sent.on('timeout', () => {
        // Unread data means that the reader is slow, not the server.
        if (received?.readableLength) sent.setTimeout(maxSilenceMs);
        else sent.destroy(new Error('the server is silent'));
      });
    });
    return { status: body.statusCode ?? 0, headers: body.headers, body };
  }

  /** Opens a file at its newest URL. If that has expired, refreshes the content and retries. Names in `headers` are lower-case. */
  return async (url: string, headers: Record<string, string>, signal?: AbortSignal) => {
    try {
      if (findFile && url.startsWith('/')) return openLocal(findFile(url));
      const { url: newest, source } = findSigned(url);
      const response = await request(newest, headers, signal);
      if (!isForbidden(response.status) || source === undefined) return response;
      await refresh(source);
      const { url: refreshed } = findSigned(url);
      if (refreshed === newest) return response;
      response.body.destroy();
      return await request(refreshed, headers, signal);
    } catch (error) {
      throw toRequestError(error, 'file');
    }
  };
}

export type OpenMedia = ReturnType<typeof createMediaClient>;

const openLocal = (found: LocalFile | undefined): MediaResponse =>
  found
    ? { status: 200, headers: {}, body: createReadStream(found.file) }
    : { status: failures.notFound.status, headers: {}, body: Readable.from([]) };
