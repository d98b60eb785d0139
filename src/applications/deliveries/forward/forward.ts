import { STATUS_CODES } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { ForwardSettings } from '../../../config/config.ts';
import { DAY_MS, SECOND_MS } from '../../../lib/days.ts';
import { formatCount } from '../../../lib/messages.ts';
import { MEGABYTE } from '../../rules/limits.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { AttemptOptions, AttemptResult } from '../../store/applications/deliveries.ts';
import {
  encodeMultipart,
  findDamage,
  type ReadableFiles,
  toApplicationRecord,
} from './application-record.ts';

const STALL_TIMEOUT_MS = 30_000;
/** Adds one stall timeout per megabyte in socket buffers, which drain without a sign of progress. */
const MAX_BUFFERED_MEGABYTES = 4;

type Options = { forward: ForwardSettings; fileStore: ReadableFiles; stallTimeoutMs?: number };

/** Posts an application to `FORWARD_URL` without a time limit as long as data moves. Rejects when `signal` aborts it. */
export function createForward({ forward, fileStore, stallTimeoutMs = STALL_TIMEOUT_MS }: Options) {
  return async (application: SentApplication, { signal }: AttemptOptions): Promise<AttemptResult> => {
    const files = application.files.filter(({ scan }) => scan !== 'infected');
    const damage = await findDamage(files, fileStore);
    if (damage) return { result: 'again', error: damage };
    const record = JSON.stringify(toApplicationRecord(application));
    const form = encodeMultipart(files, record, fileStore);
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
      return toAttemptResult(response, application.reference, sentBytes === form.bytes);
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

/** Signs a payload as defined by https://www.standardwebhooks.com. `secret` starts with `whsec_`. */
export function createSignatureHeaders(secret: string, id: string, payload: string): Record<string, string> {
  const now = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(now.getTime() / SECOND_MS)}`,
    'webhook-signature': new Webhook(secret).sign(id, now, payload),
  };
}

type ReceiverRequest = {
  method: 'POST' | 'HEAD';
  headers?: Record<string, string>;
  body?: BodyInit;
  signal: AbortSignal;
};

/** Other values make `fetch` buffer the body (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch). */
const STREAMING_OPTIONS = { duplex: 'half', redirect: 'error', window: null } as const;

/**
 * Sends one request on a new connection: an old one may be closed already. Drops the response body, which may repeat personal data,
 * but measures that of an error.
 */
export async function requestReceiver(
  { url, headers }: Pick<ForwardSettings, 'url' | 'headers'>,
  { headers: ownHeaders, signal, ...request }: ReceiverRequest,
) {
  const merged = new Headers();
  // Later headers replace earlier ones, whereas `fetch` would join two spellings of a name.
  for (const some of [{ 'user-agent': 'Plinth' }, headers, ownHeaders, { connection: 'close' }])
    for (const [name, value] of Object.entries(some ?? {})) merged.set(name, value);
  const done = new AbortController();
  try {
    const response = await fetch(url, {
      ...request,
      headers: merged,
      signal: AbortSignal.any([signal, done.signal]),
      ...(request.body ? STREAMING_OPTIONS : { redirect: 'manual' }),
    });
    const { status, headers: received } = response;
    setTimeout(() => done.abort(), MAX_MEASURE_MS).unref();
    return { status, headers: received, bodyBytes: response.ok ? 0 : await measureBody(response) };
  } finally {
    done.abort();
  }
}

/** Maximum wait and size for an error's body: its length is only a hint for the receiver's operator. */
const MAX_MEASURE_MS = 2000;

/** Returns the length of a body, or what arrived of an unfinished one. */
async function measureBody({ headers, body }: Response): Promise<number> {
  const declared = headers.get('content-length');
  if (declared !== null) return Number(declared);
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes > MEGABYTE) break;
    }
  } catch {
    // The receiver closed the connection or does not finish the body.
  }
  return bytes;
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

/** The receiver already has the application. */
const ALREADY_RECEIVED_STATUS = 409;
/** Client errors of a receiver that is being deployed or configured, or limits requests. */
const TEMPORARY_STATUSES = [401, 403, 404, 408, 425, 429];

type ReceiverResponse = Awaited<ReturnType<typeof requestReceiver>>;

function toAttemptResult(
  { status, headers, bodyBytes }: ReceiverResponse,
  reference: string,
  isFullySent: boolean,
): AttemptResult {
  const error = describeStatus(status, bodyBytes);
  const statusClass = Math.floor(status / 100);
  if (statusClass === 2) {
    if (isFullySent) return { result: 'delivered' };
    // The receiver lacks files.
    return { result: 'again', error: `${error} before it had received the whole application` };
  }
  if (status === ALREADY_RECEIVED_STATUS) return { result: 'delivered', error: describeStatus(status) };
  if (statusClass === 4 && !TEMPORARY_STATUSES.includes(status))
    return {
      result: 'refused',
      error: `${error}: the receiver's log has the reason, by Idempotency-Key ${reference}`,
    };
  return { result: 'again', error, afterMs: parseRetryAfter(headers.get('retry-after')) };
}

export const describeStatus = (status: number, bodyBytes = 0): string =>
  `answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd() +
  (bodyBytes > 0 ? ` with ${formatCount(bodyBytes, 'byte')}` : '');

const DELAY_SECONDS = /^\d+$/u;
/** Returns the delay of a `Retry-After` header (RFC 9110, section 10.2.3), at most a day, or undefined if invalid or past. */
export function parseRetryAfter(header: string | null, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  const waitMs = DELAY_SECONDS.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now;
  return waitMs > 0 ? Math.min(waitMs, DAY_MS) : undefined;
}
