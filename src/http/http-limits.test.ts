import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { itFirst, MATRIX } from '../../test/support/matrix.ts';
import { createHttpLimits, createLimitedServer, HTTP_LIMITS } from './http-limits.ts';

const LIMITS = { ...HTTP_LIMITS, connectionsPerAddress: 3, lingerMs: 100 };
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: a\r\n';

const answer: RequestListener = (_request, response) => void response.end('answered');

async function serve(listener: RequestListener = answer, limits = LIMITS) {
  const server = createLimitedServer(listener, limits).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { port, connect: () => lineTo(port), countOpen: promisify(server.getConnections.bind(server)) };
}

async function lineTo(port: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const line = { socket, received: '', isClosed: false };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    line.received += chunk;
  });
  socket.on('close', () => {
    line.isClosed = true;
  });
  await once(socket, 'connect');
  return line;
}

type Line = Awaited<ReturnType<typeof lineTo>>;
const responsesOn = ({ received }: Line): number => received.split('answered').length - 1;

/** Sends a request and waits for its response. */
async function ask(line: Line, request: string): Promise<void> {
  const before = responsesOn(line);
  line.socket.write(request);
  await expect.poll(() => responsesOn(line)).toBe(before + 1);
}

it.each([
  ['GET', 'Content-Length: 100\r\n\r\n'],
  ['GET', 'Content-Length: 1\r\n\r\nx'],
  ['OPTIONS', 'Content-Length: 100\r\n\r\n'],
  ['DELETE', 'Content-Length: 100\r\n\r\n'],
  ['PUT', 'Transfer-Encoding: chunked\r\n\r\n'],
])('closes the connection after the response to %s with a body (%j)', async (method, rest) => {
  const line = await (await serve()).connect();
  await ask(line, GET.replace('GET', method) + rest);
  expect(line.received).toContain('Connection: close');
  await expect.poll(() => line.isClosed).toBe(true);
});

it.each([`${GET}\r\n`, `${POST}Content-Length: 1\r\n\r\nx`, `${GET}Expect: wonders\r\n\r\n`])(
  'responds and keeps the connection after %j',
  async (request) => {
    const line = await (await serve()).connect();
    await ask(line, request);
    await ask(line, `${GET}\r\n`);
    expect(line.received).not.toContain('Connection: close');
  },
);

/** Responds after the first bytes of a body. */
const answerEarly: RequestListener = (request, response) =>
  void request.once('data', () => answer(request, response));

it('closes the connection soon after the response to a POST whose body no route reads', async () => {
  const limits = { ...LIMITS, lingerMs: 60_000, discardedLingerMs: 100 };
  const line = await (await serve(answer, limits)).connect();
  await ask(line, `${POST}Content-Length: 100\r\n\r\nx`);
  await expect.poll(() => line.isClosed, { timeout: 3000 }).toBe(true);
});

it('keeps the connection of a POST whose body arrives soon after the response', async () => {
  const line = await (await serve()).connect();
  await ask(line, `${POST}Content-Length: 2\r\n\r\nx`);
  line.socket.write('x');
  await ask(line, `${GET}\r\n`);
});

it('reads a limited part of a POST body after its response', async () => {
  const limits = { ...LIMITS, lingerMs: 5000, discardedBytes: 1_000_000, discardedLingerMs: 100 };
  const line = await (await serve(answerEarly, limits)).connect();
  line.socket.write(`${POST}Content-Length: 400000000\r\n\r\n`);
  const chunk = Buffer.alloc(64 * 1024);
  const pour = () => {
    while (!line.isClosed && line.socket.write(chunk));
  };
  line.socket.on('drain', pour);
  pour();
  await expect.poll(() => line.isClosed, { timeout: 4000 }).toBe(true);
  expect(responsesOn(line)).toBe(1);
  expect(line.socket.bytesWritten).toBeLessThan(100_000_000);
});

it('keeps the connection of a body that the server pauses', async () => {
  const limits = { ...LIMITS, silenceMs: 250, bodyIntervalMs: 250 };
  const { connect: open } = await serve((request, response) => {
    const slow = new Writable({ write: (_chunk, _encoding, done) => void setTimeout(done, 500) });
    request.pipe(slow).once('finish', () => answer(request, response));
  }, limits);
  const line = await open();
  await ask(line, `${POST}Content-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`);
});

it('allows a longer silence only before the response to a request with a body', async () => {
  const limits = { ...LIMITS, silenceMs: 500 };
  const { connect: open } = await serve((request, response) => {
    request.resume().once('end', () => setTimeout(() => answer(request, response), 1000));
  }, limits);
  const line = await open();
  await ask(line, `${POST}Content-Length: 1\r\n\r\nx`);
  line.socket.write(`${GET}\r\n`);
  await expect.poll(() => line.isClosed).toBe(true);
  expect(responsesOn(line)).toBe(1);
});

it('closes the connection at the second pipelined request', async () => {
  const { connect: open } = await serve((request, response) => {
    setTimeout(() => answer(request, response), 50);
  });
  const [two, three] = [await open(), await open()];
  two.socket.write(`${GET}\r\n`.repeat(2));
  three.socket.write(`${GET}\r\n`.repeat(3));
  await expect.poll(() => responsesOn(two)).toBe(2);
  await expect.poll(() => three.isClosed).toBe(true);
  expect(responsesOn(three)).toBe(0);
});

const BODY_LIMITS = {
  ...LIMITS,
  minBodyBytes: 200,
  bodyIntervalMs: 400,
  smallBodyBytes: 1000,
  smallBodyMs: 800,
};
const TICK_MS = 50;
/** Writes during four intervals. */
const TICKS = (4 * BODY_LIMITS.bodyIntervalMs) / TICK_MS;
const STEADY = 'x'.repeat(100);
const LONG = 'Content-Length: 100000';

/** Opens a connection to a server that responds with the length of a body. */
async function countingLine() {
  const failures: string[] = [];
  const { connect: open } = await serve((request, response) => {
    buffer(request).then(
      ({ length }) => response.end(`${length} bytes`),
      (error: Error) => failures.push(error.message),
    );
  }, BODY_LIMITS);
  const line = await open();
  const writeSlowly = async (text: string, times: number) => {
    for (let count = 0; count < times && !line.isClosed; count += 1) {
      line.socket.write(text);
      await wait(TICK_MS);
    }
  };
  return { line, failures, writeSlowly };
}

itFirst<[string, string, string, number]>(1, [
  ['trickles', LONG, 'x', TICKS],
  ['never begins', LONG, '', 0],
  ['stalls', LONG, STEADY, 2],
  ['trickles without a declared length', 'Transfer-Encoding: chunked', '1\r\nx\r\n', 4],
  ['is small and takes long', 'Content-Length: 1000', 'x'.repeat(30), TICKS],
])('closes the connection of a body that %s', async (_how, header, text, times) => {
  const { line, failures, writeSlowly } = await countingLine();
  line.socket.write(`${POST}${header}\r\n\r\n`);
  await writeSlowly(text, times);
  await expect.poll(() => line.isClosed).toBe(true);
  expect([line.received, failures]).toEqual(['', ['requestTimeout']]);
});

it('reads a body that makes progress to its end, however slow it is', { tags: MATRIX }, async () => {
  const { line, failures, writeSlowly } = await countingLine();
  line.socket.write(`${POST}Content-Length: ${TICKS * STEADY.length}\r\n\r\n`);
  await writeSlowly(STEADY, TICKS);
  await expect.poll(() => line.received).toContain(`${TICKS * STEADY.length} bytes`);
  expect(failures).toEqual([]);
});

it('closes the oldest idle connection of a client address for a new one beyond the limit', async () => {
  const { connect: open } = await serve();
  const lines = [await open(), await open(), await open()];
  const latest = await open();
  await ask(latest, `${GET}\r\n`);
  await expect.poll(() => lines.map(({ isClosed }) => isClosed)).toEqual([true, false, false]);
});

it('closes the oldest GET of a client address that has no idle connection for a new one', async () => {
  let requests = 0;
  const { connect: open } = await serve(() => {
    requests += 1;
  });
  const lines = [await open(), await open(), await open()];
  for (const { socket } of lines) socket.write(`${GET}\r\n`);
  await expect.poll(() => requests).toBe(3);
  await open();
  await expect.poll(() => lines.map(({ isClosed }) => isClosed)).toEqual([true, false, false]);
});

it('closes a new connection of a client address that has POSTs on all others', async () => {
  let requests = 0;
  const { connect: open } = await serve(() => {
    requests += 1;
  });
  const lines = [await open(), await open(), await open()];
  for (const { socket } of lines) socket.write(`${POST}Content-Length: 9\r\n\r\n`);
  await expect.poll(() => requests).toBe(3);
  const latest = await open();
  await expect.poll(() => latest.isClosed).toBe(true);
  expect(lines.map(({ isClosed }) => isClosed)).toEqual([false, false, false]);
});

it.each([
  [{ trustProxy: 0, rateLimitPerMinute: 60 }, HTTP_LIMITS.connectionsPerAddress],
  [{ trustProxy: 1, rateLimitPerMinute: 60 }, Number.POSITIVE_INFINITY],
  [{ trustProxy: 0, rateLimitPerMinute: 0 }, Number.POSITIVE_INFINITY],
])('with %j, allows %d connections per client address', (settings, most) => {
  expect(createHttpLimits(settings).connectionsPerAddress).toBe(most);
});
