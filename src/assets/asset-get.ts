import http, { type Agent, type AgentOptions, type IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Reach } from './asset-hosts.ts';
import { publicLookup } from './public-address.ts';

/** Maximum pause of a server in the middle of a response. A slow reader does not count. */
const MAX_SILENCE_MS = 30_000;

/** Response with its body unread and decompressed. */
export type AssetResponse = {
  status: number;
  ok: boolean;
  headers: { get: (name: string) => string | null };
  body: Readable;
};

/** Opens a file of the content folder. `url` begins with `/`. */
export type OpenFile = (
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<AssetResponse>;

type Options = {
  reach: Reach;
  headers: Record<string, string>;
  /** Aborts the request, or the response while it is being read. */
  signal: AbortSignal;
};

/** Some servers reject requests without a User-Agent. */
const DEFAULT_HEADERS = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'node' };

const DECODERS: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Creates a GET whose connections check the address if it must be public. `onNotPublic` receives a host name without a public
 * address.
 */
export function createAssetGet(onNotPublic: (hostname: string) => void, maxSilenceMs = MAX_SILENCE_MS) {
  const agentOptions: Record<Reach, AgentOptions> = {
    any: { keepAlive: true },
    public: { keepAlive: true, lookup: publicLookup(onNotPublic) },
  };
  const agents = new Map<string, Agent>();

  /** Sends a GET; `headers` have names in lower case. Redirects are not followed. Rejects with the signal's reason or the connection's error. */
  return async function get(url: URL, { reach, headers, signal }: Options): Promise<AssetResponse> {
    // Loads TLS on first use.
    const protocol = url.protocol === 'https:' ? await import('node:https') : http;
    const key = `${url.protocol} ${reach}`;
    const agent = agents.get(key) ?? new protocol.Agent(agentOptions[reach]);
    agents.set(key, agent);
    signal.throwIfAborted();
    const options = { agent, headers: { ...DEFAULT_HEADERS, ...headers }, signal, timeout: maxSilenceMs };

    const send = (): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        let response: IncomingMessage | undefined;
        const request = protocol.get(url, options, (incoming) => {
          response = incoming;
          resolve(incoming);
        });
        request.on('error', (error: NodeJS.ErrnoException) => {
          // The server closed a keep-alive connection while it was being reused.
          const isClosed = request.reusedSocket && error.code === 'ECONNRESET' && !response;
          if (isClosed && !signal.aborted) resolve(send());
          else reject(signal.aborted ? signal.reason : error);
        });
        request.on('timeout', () => {
          // The reader is slow, not the server.
          if (response?.readableLength) request.setTimeout(maxSilenceMs);
          else request.destroy(new Error('the server is silent'));
        });
      });

    return responseOf(await send());
  };
}

function responseOf(incoming: IncomingMessage): AssetResponse {
  const { statusCode: status = 0, headers } = incoming;
  const get = (name: string): string | null => headers[name]?.toString() ?? null;
  const ok = status >= 200 && status < 300;
  return { status, ok, headers: { get }, body: decoded(incoming, get('content-encoding')) };
}

function decoded(incoming: IncomingMessage, encoding: string | null): Readable {
  const createDecoder = DECODERS[encoding?.trim().toLowerCase() ?? ''];
  if (!createDecoder) return incoming;
  const decoder = createDecoder();
  // A reader receives the error; without one it is not needed.
  decoder.on('error', () => undefined);
  return pipeline(incoming, decoder, () => undefined);
}
