import { once } from 'node:events';
import { createServer as createPlainServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../test/support/listen.ts';
import { applicationWith } from '../testing/application-with-files.ts';
import { fakeReceiver } from '../testing/fake-receiver.ts';
import { forwardTo } from '../testing/forward-to.ts';
import type { Files } from './multipart.ts';

const MEGABYTE = 1024 * 1024;
const small = applicationWith([{ content: 'a' }]);
const large = (megabytes: number) =>
  applicationWith(
    Array.from({ length: megabytes / 10 }, () => ({ content: Buffer.alloc(10 * MEGABYTE, 7) })),
  );

/** A raw TCP server. */
async function rawReceiver(onSocket: (socket: import('node:net').Socket) => void) {
  const sockets = new Set<import('node:net').Socket>();
  const server = createPlainServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onSocket(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, sockets };
}

describe('forward retries if the receiver', () => {
  it('refuses the connection', async () => {
    const url = `http://127.0.0.1:${await freePort()}/?key=hidden`;
    expect(await forwardTo(url, small)).toEqual({ result: 'again', error: 'no response: ECONNREFUSED' });
  });

  it('has a host name that does not resolve', async () => {
    const result = await forwardTo('http://nowhere.invalid/', small, { stallTimeoutMs: 10_000 });
    expect(result.error).toMatch(/^no response: E(?:NOTFOUND|AI_AGAIN)$/u);
  });

  it('resets the connection', async () => {
    const { url } = await rawReceiver((socket) => socket.resetAndDestroy());
    const result = await forwardTo(url, small);
    expect(result.error).toMatch(/^no response: (?:ECONNRESET|EPIPE|connection closed)$/u);
  });

  it('closes the connection during the upload', async () => {
    const { url } = await rawReceiver((socket) => {
      let bytes = 0;
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        if (bytes > 5 * MEGABYTE) socket.destroy();
      });
    });
    const result = await forwardTo(url, large(20));
    expect(result).toMatchObject({ result: 'again' });
    expect(result.error).toMatch(/^no response: (?:ECONNRESET|EPIPE|connection closed)$/u);
  });

  it('does not speak HTTP', async () => {
    const { url } = await rawReceiver((socket) => socket.end('220 mail.example.com ESMTP\r\n'));
    expect((await forwardTo(url, small)).error).toMatch(/^no response: (?:HPE_|the response is not HTTP)/u);
  });

  it('does not speak TLS', async () => {
    const { url } = await rawReceiver((socket) => socket.end('no TLS'));
    const result = await forwardTo(url.replace('http:', 'https:'), small);
    expect(result.error).toMatch(/^no response: (?:ERR_SSL|EPROTO)/u);
  });

  it.each([
    ['never responds', (socket: import('node:net').Socket) => void socket.resume()],
    ['never reads', (socket: import('node:net').Socket) => void socket.pause()],
    [
      'stops in the middle of the response head',
      (socket: import('node:net').Socket) => void socket.resume().write('HTTP/1.1 200 OK\r\nx-half: '),
    ],
  ])('%s', async (_name, onSocket) => {
    const { url, sockets } = await rawReceiver(onSocket);
    const from = performance.now();
    expect(await forwardTo(url, small, { stallTimeoutMs: 300 })).toEqual({
      result: 'again',
      error: 'no data moved for 0 s',
    });
    expect(performance.now() - from).toBeGreaterThan(290);
    await expect.poll(() => [...sockets].every((socket) => socket.destroyed || socket.isPaused())).toBe(true);
  });
});

describe('receiver that responds before it has read the whole body', () => {
  const early = (status: number) =>
    fakeReceiver((_request, response) => void response.writeHead(status).end('early'));

  it('decides by its status if it refuses or already has the application', async () => {
    const refusing = await early(413);
    expect(await forwardTo(refusing.url, large(20))).toEqual({
      result: 'refused',
      error: 'answered 413 Payload Too Large: early',
    });
    const knowing = await early(409);
    expect(await forwardTo(knowing.url, large(20))).toMatchObject({ result: 'delivered' });
    const busy = await early(503);
    expect(await forwardTo(busy.url, large(20))).toMatchObject({
      result: 'again',
      error: 'answered 503 Service Unavailable: early',
    });
  });

  it('is retried after an early 200', async () => {
    const { url } = await early(200);
    expect(await forwardTo(url, large(20))).toEqual({
      result: 'again',
      error: 'answered 200 OK before it had received the whole application',
    });
  });
});

describe('stored file that is being read', () => {
  async function openAfter(url: string, signal?: AbortSignal): Promise<number> {
    let open = 0;
    const uploads: Files = {
      async open() {
        open += 1;
        return (async function* () {
          try {
            for (let at = 0; at < 160; at += 1) yield Buffer.alloc(65_536, 7);
          } finally {
            open -= 1;
          }
        })();
      },
    };
    const { application } = large(20);
    await forwardTo(url, { application, uploads }, { stallTimeoutMs: 300, signal }).catch(() => undefined);
    await wait(0);
    return open;
  }

  it('is closed after an early response, a stall, a lost connection and an abort', async () => {
    const early = await fakeReceiver((_request, response) => void response.writeHead(413).end('early'));
    expect(await openAfter(early.url)).toBe(0);
    const hanging = await rawReceiver((socket) => void socket.pause());
    expect(await openAfter(hanging.url)).toBe(0);
    const cutting = await rawReceiver((socket) => void socket.once('data', () => socket.destroy()));
    expect(await openAfter(cutting.url)).toBe(0);
    expect(await openAfter(hanging.url, AbortSignal.timeout(100))).toBe(0);
  });
});

describe('endless response body', () => {
  const endless = (status: number, pauseMs: number, sent: { bytes: number; isClosed: boolean }) =>
    fakeReceiver(async (request, response) => {
      for await (const _ of request);
      response.writeHead(status, { 'content-length': 1024 * MEGABYTE });
      const chunk = Buffer.alloc(pauseMs ? 1 : MEGABYTE, 'x');
      response.once('close', () => (sent.isClosed = true));
      while (!response.destroyed && sent.bytes < 1024 * MEGABYTE) {
        if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
        sent.bytes += chunk.length;
        if (pauseMs) await wait(pauseMs);
      }
    });

  it('is read up to 64 KB', async () => {
    const sent = { bytes: 0, isClosed: false };
    const { url } = await endless(500, 0, sent);
    const result = await forwardTo(url, small);
    expect(result.error).toMatch(/^answered 500 Internal Server Error: x{200}…$/u);
    expect(sent.bytes).toBeLessThan(64 * MEGABYTE);
    await expect.poll(() => sent.isClosed).toBe(true);
  });

  it('is read until the timeout if it drips', async () => {
    const sent = { bytes: 0, isClosed: false };
    const { url } = await endless(500, 50, sent);
    const result = await forwardTo(url, small, { stallTimeoutMs: 400 });
    expect(result.error).toMatch(/^answered 500 Internal Server Error: x{1,20}$/u);
  });

  it('is not read after a success status', async () => {
    const sent = { bytes: 0, isClosed: false };
    const { url } = await endless(200, 50, sent);
    expect(await forwardTo(url, small, { stallTimeoutMs: 20_000 })).toEqual({ result: 'delivered' });
    expect(sent.bytes).toBeLessThan(20);
    await expect.poll(() => sent.isClosed).toBe(true);
  });
});

describe('transfer', () => {
  it('survives the stall timeout while data moves slowly, and reports progress', async () => {
    let bytes = 0;
    const { url } = await fakeReceiver(async (request, response) => {
      for await (const chunk of request) {
        bytes += chunk.length;
        await wait(5);
      }
      response.end();
    });
    let calls = 0;
    const from = performance.now();
    const result = await forwardTo(url, large(30), { stallTimeoutMs: 1000, onProgress: () => (calls += 1) });
    expect(result).toEqual({ result: 'delivered' });
    expect(performance.now() - from).toBeGreaterThan(2000);
    expect(bytes).toBeGreaterThan(30 * MEGABYTE);
    expect(calls).toBeGreaterThan(100);
  });

  it('rejects with the reason of its signal', async () => {
    const stop = new AbortController();
    const reason = new Error('the site is stopping');
    const { url } = await rawReceiver((socket) => {
      socket.pause();
      stop.abort(reason);
    });
    await expect(forwardTo(url, large(20), { signal: stop.signal })).rejects.toBe(reason);
  });

  it('streams 100 MB without buffering them', async () => {
    const piece = Buffer.alloc(65_536, 7);
    const { url } = await fakeReceiver(async (request, response) => {
      for await (const _ of request) await wait(0);
      response.end();
    });
    const { application } = large(10);
    const [file] = application.files;
    const files = Array.from({ length: 10 }, () => ({ ...(file ?? expect.fail()) }));
    const uploads = {
      open: async () =>
        (async function* () {
          for (let at = 0; at < 160; at += 1) yield Buffer.from(piece);
        })(),
    };
    const before = process.memoryUsage.rss();
    let peak = before;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
    const result = await forwardTo(url, { application: { ...application, files }, uploads });
    clearInterval(timer);
    expect(result).toEqual({ result: 'delivered' });
    expect((peak - before) / MEGABYTE).toBeLessThan(60);
  });
});
