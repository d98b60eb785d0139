import type { ForwardSettings } from '../../config/delivery-settings.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { Deliver, Outcome } from '../channel.ts';
import { lineFault } from '../connection-error.ts';
import { multipartOf } from './multipart.ts';
import { outcomeOf } from './receiver-response.ts';
import { recordOf } from './record.ts';
import { SILENCE_MS, Silence, watchSilence } from './silence.ts';
import { type Files, StoredFileFault } from './stored-file.ts';
import { signatureHeaders } from './webhook-signature.ts';

type Options = { forward: ForwardSettings; uploads: Files; silenceMs?: number };

/**
 * Posts an application to the group's own system, as multipart/form-data: its record (JSON), then its files, streamed from the
 * store. `silenceMs` without a byte ends a try, however long one takes that moves. Rejects where `signal` ended it.
 */
export function createForward({ forward, uploads, silenceMs = SILENCE_MS }: Options): Deliver {
  return async (application, { signal, onProgress }) => {
    const record = JSON.stringify(recordOf(application));
    const form = multipartOf(application, record, uploads);
    const silence = watchSilence(silenceMs, onProgress);
    const body = counted(form.chunks(), silence.moved);
    const request = {
      method: 'POST',
      headers: { ...ownHeaders(application, record, forward), ...form.headers },
      // The types are those of browsers; Node's own fetch takes what can be iterated, a chunk when the socket has taken the last.
      body: body.chunks as unknown as BodyInit,
      signal: AbortSignal.any([signal, silence.signal]),
    } as const;
    try {
      return await askReceiver(forward, request, (answer) => {
        silence.stop();
        const wasSent = body.bytes() === form.bytes;
        return outcomeOf(answer, { wasSent, limitMs: silenceMs });
      });
    } catch (error) {
      signal.throwIfAborted();
      return again(error);
    } finally {
      silence.stop();
      // An answer that comes early leaves a file open.
      void body.chunks.return().catch(() => undefined);
    }
  };
}

type Asked = {
  method: 'POST' | 'HEAD';
  headers?: Record<string, string>;
  body?: BodyInit;
  signal: AbortSignal;
};

/**
 * With anything but these two, `fetch` keeps a copy of all that it sends, for a redirect or a login that may come
 * (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch).
 */
const STREAMED = { duplex: 'half', redirect: 'error', window: null } as const;

/**
 * Asks `FORWARD_URL`, over a connection that is closed afterwards in whatever state it is: one that is kept, and that the
 * receiver has closed meanwhile, would look like its failure. No redirect is followed. Rejects where there is no answer.
 */
export async function askReceiver<Result>(
  { url, headers }: Pick<ForwardSettings, 'url' | 'headers'>,
  { headers: own, signal, ...asked }: Asked,
  use: (answer: Response) => Result | Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const answer = await fetch(url, {
    ...asked,
    headers: { 'user-agent': 'Plinth', ...lowerCased(headers), ...own, connection: 'close' },
    signal: AbortSignal.any([signal, over.signal]),
    ...(asked.body ? STREAMED : { redirect: 'manual' }),
  });
  try {
    return await use(answer);
  } finally {
    over.abort();
  }
}

const ownHeaders = (
  { reference }: SentApplication,
  record: string,
  { secret }: ForwardSettings,
): Record<string, string> => ({
  'idempotency-key': reference,
  ...(secret === undefined ? {} : signatureHeaders(secret, reference, record)),
});

/** Two spellings of one header would be sent as one with both values. */
const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** The chunks of a body; `bytes` of them were asked for so far. */
function counted(body: AsyncIterable<Uint8Array>, onTaken: (bytes: number) => void) {
  let bytes = 0;
  async function* read(): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of body) {
      bytes += chunk.length;
      yield chunk;
      onTaken(chunk.length);
    }
  }
  return { chunks: read(), bytes: () => bytes };
}

function again(error: unknown): Outcome {
  const { cause } = error as Error;
  const own = [error, cause].find((one) => one instanceof StoredFileFault || one instanceof Silence);
  return { result: 'again', error: own instanceof Error ? own.message : `no answer: ${lineFault(error)}` };
}
