import { STATUS_CODES } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { ForwardSettings } from '../../../config/config.ts';
import { DAY_MS, SECOND_MS } from '../../../lib/days.ts';
import { classifyReceiverStatus } from '../../../lib/failures.ts';
import { MEGABYTE } from '../../rules/limits.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { AttemptOptions, AttemptResult } from '../../store/applications/deliveries.ts';
import {
  encodeMultipart,
  findDamage,
  type ReadableFiles,
  toApplicationRecord,
} from './application-record.ts';

/** Time without progress after which an attempt fails. */
const STALL_TIMEOUT_MS = 30_000;
/** Sockets buffer some megabytes, which drain without a sign of progress: each allows another stall timeout. */
const MAX_BUFFERED_MEGABYTES = 4;

type Options = { forward: ForwardSettings; fileStore: ReadableFiles; stallTimeoutMs?: number };

/**
 * Posts an application to `FORWARD_URL` as multipart/form-data: its record (JSON), then its files, streamed from the store. An
 * attempt has no time limit as long as data moves. Rejects when `signal` aborts it.
 */
export function createForward({ forward, fileStore, stallTimeoutMs = STALL_TIMEOUT_MS }: Options) {
  return async (application: SentApplication, { signal }: AttemptOptions): Promise<AttemptResult> => {
    const damage = await findDamage(application, fileStore);
    if (damage) return { result: 'again', error: damage };
    const record = JSON.stringify(toApplicationRecord(application));
    const form = encodeMultipart(application, record, fileStore);
    const stall = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    let sentBytes = 0;
    function restartTimer(): void {
      clearTimeout(timer);
      const ms = stallTimeoutMs * (1 + Math.min(sentBytes / MEGABYTE, MAX_BUFFERED_MEGABYTES));
      timer = setTimeout(() => stall.abort(`no data moved for ${(ms / SECOND_MS).toFixed(1)} s`), ms);
    }
    async function* read(): AsyncGenerator<Uint8Array, void> {
      for await (const chunk of form.chunks()) {
        yield chunk;
        sentBytes += chunk.length;
        restartTimer();
      }
    }
    restartTimer();
    const body = read();
    try {
      const response = await requestReceiver(forward, {
        method: 'POST',
        headers: {
          'idempotency-key': application.reference,
          ...(forward.secret && createSignatureHeaders(forward.secret, application.reference, record)),
          'content-type': form.type,
          'content-length': `${form.bytes}`,
        },
        // Node's fetch accepts async iterables and reads them with backpressure, but the DOM types do not declare it.
        body: body as unknown as BodyInit,
        signal: AbortSignal.any([signal, stall.signal]),
      });
      return toAttemptResult(response, sentBytes === form.bytes);
    } catch (error) {
      signal.throwIfAborted();
      const reason = stall.signal.reason ?? `no response: ${describeConnectionError(error)}`;
      return { result: 'again', error: reason };
    } finally {
      clearTimeout(timer);
      // Closes the file that is still open if the response came early.
      void body.return().catch(() => undefined);
    }
  };
}

/** Returns the Standard Webhooks headers (https://www.standardwebhooks.com) for a payload. `secret` starts with `whsec_`. */
export const createSignatureHeaders = (
  secret: string,
  id: string,
  payload: string,
): Record<string, string> => {
  const now = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(now.getTime() / SECOND_MS)}`,
    'webhook-signature': new Webhook(secret).sign(id, now, payload),
  };
};

type ReceiverRequest = {
  method: 'POST' | 'HEAD';
  headers?: Record<string, string>;
  body?: BodyInit;
  signal: AbortSignal;
};

/**
 * Options that stream the body. With other values, `fetch` would buffer it for a redirect or a login
 * (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch).
 */
const STREAMING_OPTIONS = { duplex: 'half', redirect: 'error', window: null } as const;

/**
 * Sends one request to `FORWARD_URL` and never follows a redirect. Each request has its own connection, because a keep-alive
 * connection closed by the receiver would look like a failed receiver. Rejects if there is no response. The body of the response
 * cannot be read, because a receiver may repeat personal data in it.
 */
export async function requestReceiver(
  { url, headers }: Pick<ForwardSettings, 'url' | 'headers'>,
  { headers: ownHeaders, signal, ...request }: ReceiverRequest,
): Promise<Response> {
  const merged = new Headers();
  // Later headers replace earlier ones, whereas `fetch` would join two spellings of a name.
  for (const some of [{ 'user-agent': 'Plinth' }, headers, ownHeaders, { connection: 'close' }])
    for (const [name, value] of Object.entries(some ?? {})) merged.set(name, value);
  const done = new AbortController();
  try {
    return await fetch(url, {
      ...request,
      headers: merged,
      signal: AbortSignal.any([signal, done.signal]),
      ...(request.body ? STREAMING_OPTIONS : { redirect: 'manual' }),
    });
  } finally {
    done.abort();
  }
}

const CONNECTION_ERRORS: Record<string, string> = {
  UND_ERR_SOCKET: 'connection closed',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  HTTPParserError: 'the response is not HTTP',
  TimeoutError: 'timed out',
};

/** Describes why `fetch` got no response, without the URL. */
export function describeConnectionError(error: unknown): string {
  const { code, name, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  if (message === 'unexpected redirect') return 'redirects are not followed';
  // A DOMException has a numeric code, so its name is used.
  const key = typeof code === 'string' ? code : name;
  return CONNECTION_ERRORS[key] ?? key;
}

/**
 * Maps a response to the result of the attempt. Retries after a success that came before the whole application was sent, because
 * the receiver lacks files and the connection is closed.
 */
function toAttemptResult({ status, headers }: Response, isFullySent: boolean): AttemptResult {
  const reception = classifyReceiverStatus(status);
  const error = describeStatus(status);
  if (reception === 'taken') {
    if (isFullySent) return { result: 'delivered' };
    return { result: 'again', error: `${error} before it had received the whole application` };
  }
  if (reception === 'again')
    return { result: 'again', error, afterMs: parseRetryAfter(headers.get('retry-after')) };
  return { result: reception === 'known' ? 'delivered' : 'refused', error };
}

/** Describes a response status, for example `answered 503 Service Unavailable`. */
export const describeStatus = (status: number): string =>
  `answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();

const DELAY_SECONDS = /^\d+$/u;
/** Returns the delay of a `Retry-After` header (RFC 9110, section 10.2.3), at most a day, or undefined if invalid or past. */
export function parseRetryAfter(header: string | null, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  const waitMs = DELAY_SECONDS.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now;
  return waitMs > 0 ? Math.min(waitMs, DAY_MS) : undefined;
}
