import { createReadStream, type Stats } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { isAsset } from '../content/asset-types.ts';
import { asRequestFailure, isForbidden, SiteError } from '../lib/failures.ts';
import { type AssetHosts, createPublicLookup } from './asset-hosts.ts';
import type { SignedAddresses } from './assets.ts';

const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Maximum pause of a server in the middle of a response. Time that a slow reader takes does not count. */
const MAX_SILENCE_MS = 30_000;

/** Some servers reject requests without a User-Agent. */
const DEFAULT_HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'node' };

/** Response with an unread body. */
export type AssetResponse = {
  status: number;
  headers: { get: (name: string) => string | null };
  body: Readable;
};

/** Opens an asset. Names in `headers` are lower-case; `signal` aborts the transfer. */
type OpenAsset = (
  asset: string,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<AssetResponse>;

/** File of the content folder. */
export type LocalFile = { file: string; stats: Stats };
/** Finds the file of an asset that starts with `/`. */
export type FindFile = (asset: string) => Promise<LocalFile | undefined>;

export type AssetClient = { open: OpenAsset };

type Options = {
  /** Maximum time to the first byte. */
  timeoutMs: number;
  maxSilenceMs?: number;
  hosts: AssetHosts;
  /** Set if content comes from a folder. */
  findFile?: FindFile;
  /** URLs of assets in private stores. */
  signed?: Pick<SignedAddresses, 'find'>;
  /** Refreshes a backend response whose URLs have expired. Never rejects. */
  refresh?: (source: string) => Promise<void>;
  /** Counts a call by its result. */
  countCall?: <T>(path: 'file', call: Promise<T>) => Promise<T>;
};

/** Creates a client for the files and pictures that content names. It never sends the backend's headers. */
export function createAssetClient({
  timeoutMs,
  maxSilenceMs = MAX_SILENCE_MS,
  hosts,
  findFile,
  signed = { find: (address) => ({ address }) },
  refresh = async () => undefined,
  countCall = (_path, call) => call,
}: Options): AssetClient {
  const lookup = createPublicLookup(hosts.isNotPublic);

  /** Requests the newest URL of an asset. If it has expired, refreshes the content and retries with the new one. */
  const open: OpenAsset = async (asset, headers, signal) => {
    if (findFile && asset.startsWith('/')) return openLocal(await findFile(asset), headers);
    const { address, source } = signed.find(asset);
    const response = await request(address, headers, signal);
    if (!isForbidden(response.status) || source === undefined) return response;
    await refresh(source);
    const { address: current } = signed.find(asset);
    if (current === address) return response;
    response.body.destroy();
    return request(current, headers, signal);
  };

  const request: OpenAsset = async (address, headers, signal) => {
    const firstByte = new AbortController();
    const abort = () => firstByte.abort(new DOMException('no response in time', 'TimeoutError'));
    const timer = setTimeout(abort, timeoutMs);
    try {
      return await follow(new URL(address), headers, AbortSignal.any([signal, firstByte.signal]));
    } finally {
      clearTimeout(timer);
    }
  };

  /** Follows redirects manually, because each host must be allowed. */
  async function follow(
    start: URL,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<AssetResponse> {
    let url = start;
    for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
      const reach = hosts.reach(url);
      if (!reach) throw new SiteError('refusedAsset', { detail: `${url.host} is not an allowed host` });
      const response = await get(url, {
        headers: { ...DEFAULT_HEADERS, ...headers },
        signal,
        timeout: maxSilenceMs,
        lookup: reach === 'public' ? lookup : undefined,
      });
      const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null;
      if (location === null) return response;
      response.body.destroy();
      url = new URL(location, url);
    }
    throw new SiteError('badStatus', { detail: 'file redirects too often' });
  }

  return {
    open: (...asked) =>
      countCall(
        'file',
        open(...asked).catch((error) => {
          throw asRequestFailure(error, 'file');
        }),
      ),
  };
}

/** Opens a file like a server; its name determines its type. */
function openLocal(found: LocalFile | undefined, headers: Record<string, string>): AssetResponse {
  const { file, stats } = found ?? {};
  const etag = stats ? `"${stats.size}-${stats.mtimeMs}"` : null;
  const isKnown = etag !== null && headers['if-none-match'] === etag;
  return {
    status: isKnown ? 304 : file ? 200 : 404,
    headers: { get: (name) => (name === 'etag' ? etag : null) },
    body: file && !isKnown ? createReadStream(file) : Readable.from([]),
  };
}

type GetOptions = {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Maximum silence of the server; `node:http` has no other name for it. */
  timeout: number;
  lookup?: LookupFunction;
};

/** Sends a GET request. Rejects with the signal's reason or the connection's error. */
async function get(url: URL, options: GetOptions): Promise<AssetResponse> {
  const { signal, timeout } = options;
  // TLS is loaded on first use.
  const protocol = url.protocol === 'https:' ? await import('node:https') : http;
  signal.throwIfAborted();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    let received: IncomingMessage | undefined;
    // Uses a new connection for each request, because an agent would reuse connections made with another DNS lookup.
    const request = protocol.get(url, { ...options, agent: false }, (incoming) => {
      received = incoming;
      resolve(incoming);
    });
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    request.on('timeout', () => {
      // The reader is slow, not the server.
      if (received?.readableLength) request.setTimeout(timeout);
      else request.destroy(new Error('the server is silent'));
    });
  });
  const { statusCode: status = 0, headers } = response;
  return { status, headers: { get: (name) => headers[name]?.toString() ?? null }, body: response };
}

/** Returns whether a response is a file: by its type or, if that is generic, by its name in the URL or in the response. */
export function isFile({ headers }: Pick<AssetResponse, 'headers'>, name: string): boolean {
  const type = headers.get('content-type') ?? '';
  const [, given = ''] = /filename\*?=\s*"?([^";]+)/iu.exec(headers.get('content-disposition') ?? '') ?? [];
  return isAsset(type, name) || isAsset(type, given.trim());
}
