import http, { type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from '../support/listen.ts';

type Line = {
  kbitPerSecond: number;
  roundTripMs: number;
  /** Takes the header away that names what may be prefetched. */
  withoutRules?: boolean;
};

/** Lets so many bytes pass a second, in the order of the calls. */
function createPace(bytesPerSecond: number): (bytes: number) => Promise<void> {
  let freeAt = 0;
  return async (bytes) => {
    const startsAt = Math.max(performance.now(), freeAt);
    freeAt = startsAt + (bytes / bytesPerSecond) * 1000;
    await wait(startsAt - performance.now());
  };
}

const headBytes = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, word) => sum + word.length + 2, 0);

/**
 * A line to a site that is as slow for what a browser prefetches as for all else: what the browser's own throttling spares. It counts
 * the bytes of answers that were prefetched.
 */
export async function poorLine(base: string, { kbitPerSecond, roundTripMs, withoutRules }: Line) {
  const pace = createPace((kbitPerSecond * 1000) / 8);
  const { host } = new URL(base);
  const prefetched = { requests: 0, bytes: 0 };
  const server = http.createServer(async (request, response) => {
    await wait(roundTripMs);
    const { method, headers, url = '/' } = request;
    const isAhead = headers['sec-purpose'] !== undefined;
    if (isAhead) prefetched.requests += 1;
    const count = (bytes: number) => {
      if (isAhead) prefetched.bytes += bytes;
      return pace(bytes);
    };
    const asked = http.request(new URL(url, base), { agent: false, method, headers: { ...headers, host } });
    asked.on('error', () => response.destroy());
    asked.on('response', async (answer) => {
      const kept = { ...answer.headers };
      if (withoutRules) delete kept['speculation-rules'];
      await count(headBytes(answer));
      response.writeHead(answer.statusCode ?? 0, kept);
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        await count(chunk.length);
        response.write(chunk);
      }
      response.end();
    });
    request.pipe(asked);
  });
  const { origin, close } = await listen(server);
  return { base: origin, prefetched, [Symbol.asyncDispose]: close };
}
