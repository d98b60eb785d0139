import { parse } from 'content-disposition';
import { isAsset } from '../content/asset-types.ts';
import { asRequestFailure, Failure, isForbidden } from '../lib/failures.ts';
import { type AssetResponse, createAssetGet, type OpenFile } from './asset-get.ts';
import type { AssetHosts } from './asset-hosts.ts';
import type { SignedAddresses } from './signed-addresses.ts';

const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/** `timeoutMs` limits the time to the first byte. */
export type AssetClientOptions = {
  timeoutMs: number;
  hosts: AssetHosts;
  /** Opens assets that begin with `/`, if content comes from a folder. */
  openFile?: OpenFile;
  /** Addresses of assets in private stores. */
  signed?: Pick<SignedAddresses, 'find'>;
  /** Refreshes a backend response whose addresses have expired. Never rejects. */
  refresh?: (source: string) => Promise<void>;
  /** Counts a call by its result. */
  countCall?: <T>(path: 'file', call: Promise<T>) => Promise<T>;
};

/** Client for the files and pictures that content names. It sends none of the backend's headers. */
export function createAssetClient({
  timeoutMs,
  hosts,
  openFile,
  signed = { find: (address) => ({ address }) },
  refresh = async () => undefined,
  countCall = (_path, call) => call,
}: AssetClientOptions) {
  const get = createAssetGet(hosts.isNotPublic);

  /** Sends a request to the newest address of an asset. If it has expired, refreshes the content and repeats it with the new one. */
  async function open(
    asset: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<AssetResponse> {
    if (openFile && asset.startsWith('/'))
      return openFile(asset, headers, signal).catch((error) => {
        throw asRequestFailure(error, 'file');
      });
    const { address, source } = signed.find(asset);
    const response = await request(address, headers, signal);
    if (!isForbidden(response.status) || source === undefined) return response;
    await refresh(source);
    const { address: current } = signed.find(asset);
    if (current === address) return response;
    response.body.destroy();
    return request(current, headers, signal);
  }

  /** Returns the response with its body unread. `signal` ends the transfer. */
  async function request(
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<AssetResponse> {
    const firstByte = new AbortController();
    const abort = () => firstByte.abort(new DOMException('no response in time', 'TimeoutError'));
    const timer = setTimeout(abort, timeoutMs);
    try {
      return await follow(new URL(url), headers, AbortSignal.any([signal, firstByte.signal]));
    } catch (error) {
      throw asRequestFailure(error, 'file');
    } finally {
      clearTimeout(timer);
    }
  }

  /** Follows redirects one by one, because each host must be allowed. */
  async function follow(
    start: URL,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<AssetResponse> {
    let url = start;
    for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
      const reach = hosts.reach(url);
      if (!reach) throw new Failure('refusedAsset', { detail: `${url.host} is not an allowed host` });
      const response = await get(url, { reach, headers, signal });
      const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null;
      if (location === null) return response;
      response.body.destroy();
      url = new URL(location, url);
    }
    throw new Failure('badStatus', { detail: 'file redirects too often' });
  }

  return {
    open: (...request: Parameters<typeof open>): Promise<AssetResponse> =>
      countCall('file', open(...request)),
  };
}

export type AssetClient = ReturnType<typeof createAssetClient>;

/** Whether a response is a file: by its type or, if that is generic, by its name in the address or in the response. */
export function isFile({ headers }: Pick<AssetResponse, 'headers'>, name: string): boolean {
  const type = headers.get('content-type') ?? '';
  const { filename = '' } = parse(headers.get('content-disposition') ?? '').parameters;
  return isAsset(type, name) || isAsset(type, filename);
}
