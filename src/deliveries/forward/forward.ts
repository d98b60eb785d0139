import { Webhook } from 'standardwebhooks';
import type { ForwardSettings } from '../../config/config.ts';
import { SECOND_MS } from '../../lib/days.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { AttemptResult, Deliver } from '../channel.ts';
import { recordOf } from './application-record.ts';
import { type Files, multipartOf, StoredFileError } from './multipart.ts';
import { resultOf } from './receiver-response.ts';
import { connectionErrorText, requestReceiver } from './request-receiver.ts';
import { STALL_TIMEOUT_MS, StallError, watchForStall } from './stall-timeout.ts';

type Options = { forward: ForwardSettings; uploads: Files; stallTimeoutMs?: number };

/**
 * Posts an application to `FORWARD_URL` as multipart/form-data: its record (JSON), then its files, streamed from the store. An attempt
 * may take any time as long as data moves. Rejects when `signal` aborts it.
 */
export function createForward({ forward, uploads, stallTimeoutMs = STALL_TIMEOUT_MS }: Options): Deliver {
  return async (application, { signal, onProgress }) => {
    const record = JSON.stringify(recordOf(application));
    const form = multipartOf(application, record, uploads);
    const stall = watchForStall(stallTimeoutMs, onProgress);
    const body = counted(form.chunks(), stall.moved);
    const request = {
      method: 'POST',
      headers: { ...ownHeaders(application, record, forward), ...form.headers },
      // The DOM types lack async iterables, which Node's fetch accepts and reads with backpressure.
      body: body.chunks as unknown as BodyInit,
      signal: AbortSignal.any([signal, stall.signal]),
    } as const;
    try {
      return await requestReceiver(forward, request, (response) => {
        stall.stop();
        const isFullySent = body.bytes() === form.bytes;
        return resultOf(response, { isFullySent, timeoutMs: stallTimeoutMs });
      });
    } catch (error) {
      signal.throwIfAborted();
      return failedAttempt(error);
    } finally {
      stall.stop();
      // Closes the file that is being read if the response came early.
      void body.chunks.return().catch(() => undefined);
    }
  };
}

const ownHeaders = (
  { reference }: SentApplication,
  record: string,
  { secret }: ForwardSettings,
): Record<string, string> => ({
  'idempotency-key': reference,
  ...(secret === undefined ? {} : signatureHeaders(secret, reference, record)),
});

/** Standard Webhooks headers (https://www.standardwebhooks.com) over a payload. `secret` starts with `whsec_`. */
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

/** Counts the bytes of a body that `fetch` has read. */
function counted(body: AsyncIterable<Uint8Array>, onRead: (bytes: number) => void) {
  let bytes = 0;
  async function* read(): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of body) {
      bytes += chunk.length;
      yield chunk;
      onRead(chunk.length);
    }
  }
  return { chunks: read(), bytes: () => bytes };
}

function failedAttempt(error: unknown): AttemptResult {
  const { cause } = error as Error;
  const own = [error, cause].find((one) => one instanceof StoredFileError || one instanceof StallError);
  return {
    result: 'again',
    error: own instanceof Error ? own.message : `no response: ${connectionErrorText(error)}`,
  };
}
