import { createHash } from 'node:crypto';
import { Failure, isNotFound } from '../failures.ts';
import type { Language } from '../i18n/languages.ts';
import { parseJson } from '../lib/exact-json.ts';
import { readUpTo } from '../lib/read-up-to.ts';
import { createAsk } from './ask.ts';
import type { AssetAnswer } from './asset-answer.ts';
import type { AssetHosts } from './asset-hosts.ts';
import { type BackendPath, paths } from './paths.ts';

/** The largest answer of a content call, in bytes after decompression. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Redirects of a file that are followed. */
const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

export type Query = Record<string, string | number>;
/** `body` is the answer as it came; `version` is a digest of it: the same bytes, the same version. */
export type Answer = { data: unknown; body: Uint8Array; version: string };

type ClientOptions = {
  baseUrl: string;
  headers: Record<string, string>;
  /** For one call, from its start to the last byte, in milliseconds. */
  timeoutMs: number;
  hosts: AssetHosts;
};

/** The one place that talks to the content backend, for its content and for the files it names. */
export function createClient({ baseUrl, headers, timeoutMs, hosts }: ClientOptions) {
  const ask = createAsk(hosts.isNotPublic);
  // The site's own headers win over the settings', whatever case they are written in.
  const given = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );

  /** Asks a path of the contract in a language; the envelope's `data`, or a `Failure` with its cause. */
  async function get(path: BackendPath, query: Query, language: Language): Promise<Answer> {
    const signal = AbortSignal.timeout(timeoutMs);
    const own = { accept: 'application/json', 'accept-language': language };
    const url = `${baseUrl}${path}${queryString(query)}`;
    try {
      const response = await fetch(url, { headers: { ...given, ...own }, redirect: 'manual', signal });
      return openAnswer(await readBody(response, path), path);
    } catch (error) {
      throw asBackendFailure(signal.aborted ? signal.reason : error, path);
    }
  }

  /**
   * Opens a file by its absolute address and hands on the response, its body unread. Nothing that the settings say of the
   * backend is sent with it. The time limit is for the first byte; `signal` ends the transfer.
   */
  async function open(url: string, asked: Record<string, string>, signal: AbortSignal): Promise<AssetAnswer> {
    const firstByte = new AbortController();
    const late = () => firstByte.abort(new DOMException('no answer in time', 'TimeoutError'));
    const timer = setTimeout(late, timeoutMs);
    try {
      return await follow(new URL(url), asked, AbortSignal.any([signal, firstByte.signal]));
    } catch (error) {
      throw asBackendFailure(error, 'file');
    } finally {
      clearTimeout(timer);
    }
  }

  /** Follows redirects one by one, since each host must be one that may be asked. */
  async function follow(
    start: URL,
    asked: Record<string, string>,
    signal: AbortSignal,
  ): Promise<AssetAnswer> {
    let url = start;
    for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
      const reach = hosts.reach(url);
      if (!reach) throw new Failure('refusedAsset', { detail: `${url.host} may not be asked` });
      const answer = await ask(url, { reach, headers: asked, signal });
      const location = REDIRECTS.includes(answer.status) ? answer.headers.get('location') : null;
      if (location === null) return answer;
      answer.body.destroy();
      url = new URL(location, url);
    }
    throw new Failure('badStatus', { detail: 'file redirects too often' });
  }

  return { get, open };
}

export type Client = ReturnType<typeof createClient>;

/** What the backend's answer holds, whether it came now or was kept. Throws a `Failure` where it holds no data. */
export function openAnswer(body: Uint8Array, path: BackendPath): Answer {
  const version = createHash('sha1').update(body).digest('base64url');
  return { data: openEnvelope(new TextDecoder().decode(body), path), body, version };
}

function queryString(query: Query): string {
  const given = Object.entries(query).map(([name, value]) => [name, `${value}`]);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

async function readBody({ ok, status, headers, body }: Response, path: string): Promise<Buffer> {
  const isLong = Number(headers.get('content-length')) > MAX_ANSWER_BYTES;
  if (!ok || isLong) await body?.cancel();
  if (!ok) throw new Failure('badStatus', { detail: `${path} answered ${status}` });
  if (!body) return Buffer.alloc(0);
  const read = isLong ? undefined : await readUpTo(MAX_ANSWER_BYTES, body);
  if (!read) throw new Failure('tooLarge', { detail: `${path} over ${MAX_ANSWER_BYTES} bytes` });
  return read;
}

function openEnvelope(body: string, path: string): unknown {
  const envelope = parse(body, path);
  if (typeof envelope !== 'object' || envelope === null) throw new Failure('notEnvelope', { detail: path });
  const { code, data, msg } = envelope as { code?: unknown; data?: unknown; msg?: unknown };
  if (typeof code !== 'number' || !Number.isInteger(code)) throw new Failure('notEnvelope', { detail: path });
  const isNothing = data === undefined || data === null;
  if (path === paths.article && (code === 0 ? isNothing : isNotFound(code)))
    throw new Failure('noArticle', { detail: path });
  if (code !== 0)
    throw new Failure('backendCode', { code, detail: `${path} answered code ${code}${saidOf(path, msg)}` });
  if (isNothing) throw new Failure('noData', { detail: path });
  return data;
}

/** What the backend says of a search may repeat what the visitor typed, which is nobody's business. */
const saidOf = (path: string, msg: unknown): string => (path === paths.search ? '' : `: ${msg}`);

function parse(body: string, path: string): unknown {
  try {
    return parseJson(body);
  } catch {
    // The parser's own words quote the answer, which may hold what a visitor searched for.
    throw new Failure('notJson', { detail: path });
  }
}

function asBackendFailure(error: unknown, path: string): Failure {
  if (error instanceof Failure) return error;
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return new Failure(isTimeout ? 'timeout' : 'unreachable', { cause: error, detail: path });
}
