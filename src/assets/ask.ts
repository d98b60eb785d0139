import http, { type Agent, type AgentOptions, type IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Reach } from './asset-hosts.ts';
import { publicLookup } from './public-address.ts';

/** How long a server may say nothing in the middle of an answer, in milliseconds; a visitor who reads slowly is no silence. */
const MAX_SILENCE_MS = 30_000;

/** What a server answers, its body unread, without the compression of its transfer. */
export type AssetResponse = {
  status: number;
  ok: boolean;
  headers: { get: (name: string) => string | null };
  body: Readable;
};

type Options = {
  reach: Reach;
  headers: Record<string, string>;
  /** Ends the asking, and the answer as long as it is read. */
  signal: AbortSignal;
};

/** Some servers refuse who does not say what it is. */
const USUAL = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'node' };

const DECODERS: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Asks for assets, over connections that check the address where it must be public. `onNotPublic` receives a host name without
 * a public address.
 */
export function createAsk(onNotPublic: (hostname: string) => void, maxSilenceMs = MAX_SILENCE_MS) {
  const agentOptions: Record<Reach, AgentOptions> = {
    any: { keepAlive: true },
    public: { keepAlive: true, lookup: publicLookup(onNotPublic) },
  };
  const agents = new Map<string, Agent>();

  /** Sends a GET; `headers` have names in lower case. Redirects are not followed. Rejects with the signal's reason or the connection's error. */
  return async function ask(url: URL, { reach, headers, signal }: Options): Promise<AssetResponse> {
    // TLS is loaded when it is used.
    const by = url.protocol === 'https:' ? await import('node:https') : http;
    const key = `${url.protocol} ${reach}`;
    const agent = agents.get(key) ?? new by.Agent(agentOptions[reach]);
    agents.set(key, agent);
    signal.throwIfAborted();
    const asked = { agent, headers: { ...USUAL, ...headers }, signal, timeout: maxSilenceMs };

    const send = (): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        let answer: IncomingMessage | undefined;
        const request = by.get(url, asked, (incoming) => {
          answer = incoming;
          resolve(incoming);
        });
        request.on('error', (error: NodeJS.ErrnoException) => {
          // The server closed a kept connection while it was used again.
          const isClosed = request.reusedSocket && error.code === 'ECONNRESET' && !answer;
          if (isClosed && !signal.aborted) resolve(send());
          else reject(signal.aborted ? signal.reason : error);
        });
        request.on('timeout', () => {
          // Data that is not read yet is no silence of the server.
          if (answer?.readableLength) request.setTimeout(maxSilenceMs);
          else request.destroy(new Error('the server is silent'));
        });
      });

    return answerOf(await send());
  };
}

function answerOf(incoming: IncomingMessage): AssetResponse {
  const { statusCode: status = 0, headers } = incoming;
  const get = (name: string): string | null => headers[name]?.toString() ?? null;
  const ok = status >= 200 && status < 300;
  return { status, ok, headers: { get }, body: decoded(incoming, get('content-encoding')) };
}

function decoded(incoming: IncomingMessage, encoding: string | null): Readable {
  const createDecoder = DECODERS[encoding?.trim().toLowerCase() ?? ''];
  if (!createDecoder) return incoming;
  const decoder = createDecoder();
  // Whoever reads it gets the error; where nobody does, nobody misses it.
  decoder.on('error', () => undefined);
  return pipeline(incoming, decoder, () => undefined);
}
