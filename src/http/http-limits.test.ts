import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLimitedServer, HTTP_LIMITS, httpLimitsOf } from './http-limits.ts';

const LIMITS = { ...HTTP_LIMITS, connectionsPerAddress: 3, lingerMs: 100 };
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: a\r\n';

const answer: RequestListener = (_request, response) => void response.end('answered');

async function serve(listener: RequestListener = answer, limits = LIMITS) {
  const server = createLimitedServer(listener, limits).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return { connect: () => lineTo((server.address() as AddressInfo).port) };
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

describe('HTTP limits of a connection', () => {
  it.each([
    ['Content-Length: 100\r\n\r\n', 'an unfinished body'],
    ['Transfer-Encoding: chunked\r\n\r\n', 'an unfinished body in chunks'],
    ['Content-Length: 1\r\n\r\nx', 'a body'],
  ])('closes the connection after the response to a GET with %j: %s', async (rest) => {
    const line = await (await serve()).connect();
    await ask(line, GET + rest);
    expect(line.received).toContain('Connection: close');
    await expect.poll(() => line.isClosed).toBe(true);
  });

  it.each([`${GET}\r\n`, `${GET}Content-Length: 0\r\n\r\n`, `${POST}Content-Length: 1\r\n\r\nx`])(
    'keeps the connection after %j',
    async (request) => {
      const line = await (await serve()).connect();
      await ask(line, request);
      await ask(line, `${GET}\r\n`);
      expect(line.received).not.toContain('Connection: close');
    },
  );

  it('closes the connection some time after a response that did not wait for the body of its POST', async () => {
    const line = await (await serve()).connect();
    await ask(line, `${POST}Content-Length: 100\r\n\r\n`);
    const trickle = setInterval(() => line.socket.write('x'), 20);
    await expect.poll(() => line.isClosed, { timeout: 3000 }).toBe(true);
    clearInterval(trickle);
  });

  it('keeps the connection if the rest of a POST body arrives in time', async () => {
    const line = await (await serve()).connect();
    await ask(line, `${POST}Content-Length: 1\r\n\r\n`);
    line.socket.write('x');
    await new Promise((resolve) => setTimeout(resolve, 2 * LIMITS.lingerMs));
    await ask(line, `${GET}\r\n`);
  });

  it('closes the connection of a body that arrives too slowly', async () => {
    const limits = { ...LIMITS, bodyIntervalMs: 200 };
    const line = await (await serve((request) => void request.resume(), limits)).connect();
    line.socket.write(`${POST}Content-Length: 100000\r\n\r\n`);
    const trickle = setInterval(() => line.socket.write('x'), 20);
    await expect.poll(() => line.isClosed, { timeout: 3000 }).toBe(true);
    clearInterval(trickle);
  });

  it('keeps the connection of a body that the server pauses', async () => {
    const limits = { ...LIMITS, silenceMs: 50, bodyIntervalMs: 50 };
    const { connect: open } = await serve((request, response) => {
      const slow = new Writable({ write: (_chunk, _encoding, done) => void setTimeout(done, 150) });
      request.pipe(slow).once('finish', () => answer(request, response));
    }, limits);
    const line = await open();
    await ask(line, `${POST}Content-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`);
  });

  it('allows a longer silence before the response to a body, but not in the next request', async () => {
    const limits = { ...LIMITS, silenceMs: 50 };
    const { connect: open } = await serve((request, response) => {
      request.resume().once('end', () => setTimeout(() => answer(request, response), 200));
    }, limits);
    const line = await open();
    await ask(line, `${POST}Content-Length: 1\r\n\r\nx`);
    line.socket.write(`${GET}\r\n`);
    await expect.poll(() => line.isClosed).toBe(true);
    expect(responsesOn(line)).toBe(1);
  });

  it('answers one pipelined request and closes the connection at the second', async () => {
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

  it('responds with 431 to headers of more than 16 KB', async () => {
    const line = await (await serve()).connect();
    line.socket.write(`${GET}X: ${'x'.repeat(16 * 1024)}\r\n\r\n`);
    await expect.poll(() => line.received).toContain('431');
  });
});

describe('HTTP limits of an address', () => {
  it('closes connections of an address beyond the limit until others have ended', async () => {
    const { connect: open } = await serve();
    const lines = [await open(), await open(), await open(), await open()];
    await expect.poll(() => lines.map(({ isClosed }) => isClosed)).toEqual([false, false, false, true]);
    lines[0]?.socket.destroy();
    await expect
      .poll(async () => {
        const line = await open();
        line.socket.write(`${GET}\r\n`);
        await new Promise((resolve) => setTimeout(resolve, 50));
        return responsesOn(line);
      })
      .toBe(1);
  });

  it.each([
    [{ trustProxy: 0, rateLimitPerMinute: 60 }, 100],
    [{ trustProxy: 1, rateLimitPerMinute: 60 }, Number.POSITIVE_INFINITY],
    [{ trustProxy: 0, rateLimitPerMinute: 0 }, Number.POSITIVE_INFINITY],
  ])('with %j allows %d connections per address', (settings, most) => {
    expect(httpLimitsOf(settings).connectionsPerAddress).toBe(most);
  });
});
