import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serve } from '../../../../test/support/serve.ts';
import type { ForwardSettings } from '../../../config/config.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { ReadableFiles } from '../forward/application-record.ts';
import { createForward } from '../forward/forward.ts';

export type ReceivedRequest = { method?: string; url?: string; headers: IncomingHttpHeaders; body: Buffer };
type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Starts an HTTP server that sends the given response or calls the handler. Closes it after the running test. */
export async function startFakeReceiver(
  respond: { status?: number; headers?: Record<string, string>; body?: string | Buffer } | Handler = {},
) {
  const posted: ReceivedRequest[] = [];
  const readAll: Handler = async (request, response) => {
    const { method, url, headers } = request;
    posted.push({ method, url, headers, body: await buffer(request) });
    if (typeof respond !== 'function')
      response.writeHead(respond.status ?? 200, respond.headers).end(respond.body);
  };
  const handler = typeof respond === 'function' ? respond : readAll;
  const origin = await serve(async (request, response) => {
    request.on('error', () => undefined);
    try {
      await handler(request, response);
    } catch {
      // The attempt was aborted while its body was being read.
    }
  });
  return { url: `${origin}/hooks/applications?key=hidden`, origin, posted };
}

/** Parses the parts of a request body with Node's `Response`. */
export async function parseParts({ headers, body }: ReceivedRequest) {
  const type = headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  return Promise.all(
    [...form.entries()].map(async ([part, value]) => {
      if (typeof value === 'string')
        return { part, name: undefined, type: undefined, content: Buffer.from(value) };
      return { part, name: value.name, type: value.type, content: Buffer.from(await value.arrayBuffer()) };
    }),
  );
}

type Sent = { application: SentApplication; fileStore: ReadableFiles };
type Options = { signal?: AbortSignal; stallTimeoutMs?: number };

/** Makes one attempt to forward an application. */
export function forwardTo(
  given: string | Partial<ForwardSettings>,
  { application, fileStore }: Sent,
  { signal = new AbortController().signal, stallTimeoutMs = 5000 }: Options = {},
) {
  const forward = { url: '', headers: {}, ...(typeof given === 'string' ? { url: given } : given) };
  return createForward({ forward, fileStore, stallTimeoutMs })(application, { signal, recipients: {} });
}
