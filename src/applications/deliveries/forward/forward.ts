import { Webhook } from 'standardwebhooks';
import type { ForwardSettings } from '../../../config/config.ts';
import { SECOND_MS } from '../../../lib/days.ts';
import { MEGABYTE } from '../../rules/limits.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { AttemptResult, Deliver } from '../deliver-one.ts';
import { type Files, multipartOf, recordOf, StoredFileError } from './application-record.ts';
import { connectionErrorText, requestReceiver, resultOf } from './receiver.ts';

/** Timeout of an attempt without progress. */
const SILENCE_MS = 30_000;
/**
 * Maximum bytes in the socket buffers of both sides, and minimum bytes that a receiver must read per `SILENCE_MS`. Buffers report
 * progress in large steps, so a slow reader looks silent in between.
 */
const MAX_BUFFERED_BYTES = 4 * MEGABYTE;
const MIN_BYTES_PER_SILENCE = MEGABYTE;
/** Size of the pieces of a body. A file in a bucket is one buffer, and progress is only seen between pieces. */
const PIECE_BYTES = 65_536;

type Options = { forward: ForwardSettings; uploads: Files; silenceMs?: number };

/**
 * Posts an application to `FORWARD_URL` as multipart/form-data: its record (JSON), then its files, streamed from the store. An
 * attempt has no time limit as long as data moves. Rejects when `signal` aborts it.
 */
export function createForward({ forward, uploads, silenceMs = SILENCE_MS }: Options): Deliver {
  return async (application, { signal }) => {
    const record = JSON.stringify(recordOf(application));
    const form = multipartOf(application, record, uploads);
    const silence = new AbortController();
    let sentBytes = 0;
    let timer: NodeJS.Timeout | undefined;
    const restartTimer = () => {
      clearTimeout(timer);
      const allowedMs = silenceMs * (1 + Math.min(sentBytes, MAX_BUFFERED_BYTES) / MIN_BYTES_PER_SILENCE);
      const reason = new SilenceError(`no data moved for ${Math.round(allowedMs / SECOND_MS)} s`);
      timer = setTimeout(() => silence.abort(reason), allowedMs);
    };
    async function* read(): AsyncGenerator<Uint8Array, void> {
      for await (const chunk of form.chunks()) {
        for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
          const piece = chunk.subarray(at, at + PIECE_BYTES);
          yield piece;
          sentBytes += piece.length;
          restartTimer();
        }
      }
    }
    const body = read();
    const request = {
      method: 'POST',
      headers: { ...ownHeaders(application, record, forward), ...form.headers },
      // Node's fetch accepts async iterables and reads them with backpressure, but the DOM types do not declare it.
      body: body as unknown as BodyInit,
      signal: AbortSignal.any([signal, silence.signal]),
    } as const;
    restartTimer();
    try {
      return await requestReceiver(forward, request, (response) =>
        resultOf(response, sentBytes === form.bytes),
      );
    } catch (error) {
      signal.throwIfAborted();
      return failedAttempt(error);
    } finally {
      clearTimeout(timer);
      // Closes the open file if the response came early.
      void body.return().catch(() => undefined);
    }
  };
}

class SilenceError extends Error {}

const ownHeaders = (
  { reference }: SentApplication,
  record: string,
  { secret }: ForwardSettings,
): Record<string, string> => ({
  'idempotency-key': reference,
  ...(secret === undefined ? {} : signatureHeaders(secret, reference, record)),
});

/** Returns the Standard Webhooks headers (https://www.standardwebhooks.com) for a payload. `secret` starts with `whsec_`. */
export const signatureHeaders = (
  secret: string,
  id: string,
  payload: string,
  now = Date.now(),
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': `${Math.floor(now / SECOND_MS)}`,
  'webhook-signature': new Webhook(secret).sign(id, new Date(now), payload),
});

function failedAttempt(error: unknown): AttemptResult {
  const { cause } = error as Error;
  const own = [error, cause].find((one) => one instanceof StoredFileError || one instanceof SilenceError);
  return {
    result: 'again',
    error: own instanceof Error ? own.message : `no response: ${connectionErrorText(error)}`,
  };
}
