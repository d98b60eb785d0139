import { Failure } from '../failures.ts';
import type { Language } from '../i18n/languages.ts';
import type { BackendPath } from './paths.ts';

/** The largest answer of a content call, in bytes after decompression. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export type Query = Record<string, string | number | undefined>;
export type Answer = { data: unknown; bytes: number };

type ClientOptions = {
  baseUrl: string;
  headers: Record<string, string>;
  /** For one call, from its start to the last byte, in milliseconds. */
  timeoutMs: number;
};

/** The one place that talks to the content backend, for its content and for the files it names. */
export function createClient({ baseUrl, headers, timeoutMs }: ClientOptions) {
  /** Asks a path of the contract in a language; the envelope's `data`, or a `Failure` with its cause. */
  async function get(path: BackendPath, query: Query, language: Language): Promise<Answer> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${baseUrl}${path}${queryString(query)}`, {
        headers: { ...headers, Accept: 'application/json', 'Accept-Language': language },
        signal,
      });
      if (!response.ok) throw new Failure('badStatus', { detail: `${path} answered ${response.status}` });
      const body = await readBody(response, path);
      return { data: openEnvelope(body, path), bytes: body.length };
    } catch (error) {
      throw asBackendFailure(error, path);
    }
  }

  /**
   * Opens a file by its absolute address and hands on the response, its body unread. The backend's own headers are
   * sent to the backend alone. The time limit is for the first byte; `signal` ends the transfer.
   */
  async function open(
    url: string,
    requestHeaders: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response> {
    const firstByte = new AbortController();
    const timer = setTimeout(
      () => firstByte.abort(new DOMException('no answer in time', 'TimeoutError')),
      timeoutMs,
    );
    const own = url.startsWith(`${baseUrl}/`) ? headers : {};
    try {
      return await fetch(url, {
        headers: { ...own, ...requestHeaders },
        signal: AbortSignal.any([signal, firstByte.signal]),
      });
    } catch (error) {
      throw asBackendFailure(error, 'file');
    } finally {
      clearTimeout(timer);
    }
  }

  return { get, open, baseUrl };
}

export type Client = ReturnType<typeof createClient>;

function queryString(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

async function readBody(response: Response, path: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES)
      throw new Failure('tooLarge', { detail: `${path} over ${MAX_ANSWER_BYTES} bytes` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function openEnvelope(body: string, path: string): unknown {
  const envelope = parse(body, path);
  if (typeof envelope !== 'object' || envelope === null) throw new Failure('notEnvelope', { detail: path });
  const { code, data, msg } = envelope as { code?: unknown; data?: unknown; msg?: unknown };
  if (typeof code !== 'number' || !Number.isInteger(code)) throw new Failure('notEnvelope', { detail: path });
  if (code !== 0) throw new Failure('backendCode', { code, detail: `${path} answered code ${code}: ${msg}` });
  if (data === undefined || data === null) throw new Failure('noData', { detail: path });
  return data;
}

function parse(body: string, path: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new Failure('notJson', { cause, detail: path });
  }
}

function asBackendFailure(error: unknown, path: string): Failure {
  if (error instanceof Failure) return error;
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return new Failure(isTimeout ? 'timeout' : 'unreachable', { cause: error, detail: path });
}
