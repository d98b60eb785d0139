import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listen } from '../../../test/support/listen.ts';

export type Posted = { method?: string; url?: string; headers: IncomingHttpHeaders; body: Buffer };
type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A receiver that reads all and answers so, or does what it is told; closed after the running test. */
export async function fakeReceiver(
  answer: { status?: number; headers?: Record<string, string>; body?: string | Buffer } | Handler = {},
) {
  const posted: Posted[] = [];
  const readsAll: Handler = async (request, response) => {
    const { method, url, headers } = request;
    posted.push({ method, url, headers, body: await buffer(request) });
    if (typeof answer !== 'function')
      response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
  };
  const handler = typeof answer === 'function' ? answer : readsAll;
  const server = createServer(async (request, response) => {
    request.on('error', () => undefined);
    try {
      await handler(request, response);
    } catch {
      // The try was ended while its body was read.
    }
  });
  const { origin, close } = await listen(server);
  onTestFinished(close);
  return { url: `${origin}/hooks/applications?key=hidden`, origin, posted };
}

/** The parts of what was posted, read by Node's own parser. */
export async function partsOf({ headers, body }: Posted) {
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
