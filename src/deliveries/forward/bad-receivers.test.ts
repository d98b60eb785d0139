import { once } from 'node:events';
import { createServer as createPlainServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../test/support/listen.ts';
import { applicationWith } from '../testing/application-with-files.ts';
import { fakeReceiver } from '../testing/fake-receiver.ts';
import { forwardTo } from '../testing/forward-to.ts';
import type { Files } from './stored-file.ts';

const MEGABYTE = 1024 * 1024;
const small = applicationWith([{ content: 'a' }]);
const large = (megabytes: number) =>
  applicationWith(
    Array.from({ length: megabytes / 10 }, () => ({ content: Buffer.alloc(10 * MEGABYTE, 7) })),
  );

/** A server that knows no HTTP: a socket, and what it does with it. */
async function rawReceiver(meet: (socket: import('node:net').Socket) => void) {
  const sockets = new Set<import('node:net').Socket>();
  const server = createPlainServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    meet(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, sockets };
}

describe('a receiver without an answer: again', () => {
  it('that is not there', async () => {
    const url = `http://127.0.0.1:${await freePort()}/?key=hidden`;
    expect(await forwardTo(url, small)).toEqual({ result: 'again', error: 'no answer: ECONNREFUSED' });
  });

  it('that has no address', async () => {
    const outcome = await forwardTo('http://nowhere.invalid/', small, { silenceMs: 10_000 });
    expect(outcome.error).toMatch(/^no answer: E(?:NOTFOUND|AI_AGAIN)$/u);
  });

  it('that accepts no connection', async () => {
    const { url } = await rawReceiver((socket) => socket.resetAndDestroy());
    const outcome = await forwardTo(url, small);
    expect(outcome.error).toMatch(/^no answer: (?:ECONNRESET|EPIPE|connection closed)$/u);
  });

  it('that closes half-way', async () => {
    const { url } = await rawReceiver((socket) => {
      let bytes = 0;
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        if (bytes > 5 * MEGABYTE) socket.destroy();
      });
    });
    const outcome = await forwardTo(url, large(20));
    expect(outcome).toMatchObject({ result: 'again' });
    expect(outcome.error).toMatch(/^no answer: (?:ECONNRESET|EPIPE|connection closed)$/u);
  });

  it('that does not speak HTTP', async () => {
    const { url } = await rawReceiver((socket) => socket.end('220 mail.example.com ESMTP\r\n'));
    expect((await forwardTo(url, small)).error).toMatch(/^no answer: (?:HPE_|what came is no HTTP)/u);
  });

  it('whose certificate nobody vouches for', async () => {
    const { url } = await rawReceiver((socket) => socket.end('no TLS'));
    const outcome = await forwardTo(url.replace('http:', 'https:'), small);
    expect(outcome.error).toMatch(/^no answer: (?:ERR_SSL|EPROTO)/u);
  });

  it.each([
    ['accepts and says nothing', (socket: import('node:net').Socket) => void socket.resume()],
    ['reads nothing', (socket: import('node:net').Socket) => void socket.pause()],
    [
      'says the half of its head',
      (socket: import('node:net').Socket) => void socket.resume().write('HTTP/1.1 200 OK\r\nx-half: '),
    ],
  ])('that %s', async (_name, meet) => {
    const { url, sockets } = await rawReceiver(meet);
    const from = performance.now();
    expect(await forwardTo(url, small, { silenceMs: 300 })).toEqual({
      result: 'again',
      error: 'nothing moved for 0 s',
    });
    expect(performance.now() - from).toBeGreaterThan(290);
    await expect.poll(() => [...sockets].every((socket) => socket.destroyed || socket.isPaused())).toBe(true);
  });
});

describe('a receiver that answers before it has read all', () => {
  const early = (status: number) =>
    fakeReceiver((_request, response) => void response.writeHead(status).end('early'));

  it('is understood where it refuses, or has the application already', async () => {
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

  it('has not got it where it says so by 200', async () => {
    const { url } = await early(200);
    expect(await forwardTo(url, large(20))).toEqual({
      result: 'again',
      error: 'answered 200 OK before it had all of the application',
    });
  });
});

describe('the file that is being read is closed', () => {
  async function leftOpen(url: string, signal?: AbortSignal): Promise<number> {
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
    await forwardTo(url, { application, uploads }, { silenceMs: 300, signal }).catch(() => undefined);
    await wait(0);
    return open;
  }

  it('after an early answer, a silence, a cut and an end by signal', async () => {
    const early = await fakeReceiver((_request, response) => void response.writeHead(413).end('early'));
    expect(await leftOpen(early.url)).toBe(0);
    const hanging = await rawReceiver((socket) => void socket.pause());
    expect(await leftOpen(hanging.url)).toBe(0);
    const cutting = await rawReceiver((socket) => void socket.once('data', () => socket.destroy()));
    expect(await leftOpen(cutting.url)).toBe(0);
    expect(await leftOpen(hanging.url, AbortSignal.timeout(100))).toBe(0);
  });
});

describe('an answer without end', () => {
  const endless = (status: number, pauseMs: number, sent: { bytes: number; isOver: boolean }) =>
    fakeReceiver(async (request, response) => {
      for await (const _ of request);
      response.writeHead(status, { 'content-length': 1024 * MEGABYTE });
      const chunk = Buffer.alloc(pauseMs ? 1 : MEGABYTE, 'x');
      response.once('close', () => (sent.isOver = true));
      while (!response.destroyed && sent.bytes < 1024 * MEGABYTE) {
        if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
        sent.bytes += chunk.length;
        if (pauseMs) await wait(pauseMs);
      }
    });

  it('of 1 GB is read to 64 KB', async () => {
    const sent = { bytes: 0, isOver: false };
    const { url } = await endless(500, 0, sent);
    const outcome = await forwardTo(url, small);
    expect(outcome.error).toMatch(/^answered 500 Internal Server Error: x{200}$/u);
    expect(sent.bytes).toBeLessThan(64 * MEGABYTE);
    await expect.poll(() => sent.isOver).toBe(true);
  });

  it('that drips ends by the time limit', async () => {
    const sent = { bytes: 0, isOver: false };
    const { url } = await endless(500, 50, sent);
    const outcome = await forwardTo(url, small, { silenceMs: 400 });
    expect(outcome.error).toMatch(/^answered 500 Internal Server Error: x{1,20}$/u);
  });

  it('is not read where it delivers', async () => {
    const sent = { bytes: 0, isOver: false };
    const { url } = await endless(200, 50, sent);
    expect(await forwardTo(url, small, { silenceMs: 20_000 })).toEqual({ result: 'delivered' });
    expect(sent.bytes).toBeLessThan(20);
    await expect.poll(() => sent.isOver).toBe(true);
  });
});

describe('a transfer', () => {
  it('that is slow but moves outlives the limit of silence, and tells that it gets on', async () => {
    let bytes = 0;
    const { url } = await fakeReceiver(async (request, response) => {
      for await (const chunk of request) {
        bytes += chunk.length;
        await wait(5);
      }
      response.end();
    });
    let told = 0;
    const from = performance.now();
    const outcome = await forwardTo(url, large(30), { silenceMs: 1000, onProgress: () => (told += 1) });
    expect(outcome).toEqual({ result: 'delivered' });
    expect(performance.now() - from).toBeGreaterThan(2000);
    expect(bytes).toBeGreaterThan(30 * MEGABYTE);
    expect(told).toBeGreaterThan(100);
  });

  it('ends by its signal, and rejects with the reason', async () => {
    const stop = new AbortController();
    const reason = new Error('the site stops');
    const { url } = await rawReceiver((socket) => {
      socket.pause();
      stop.abort(reason);
    });
    await expect(forwardTo(url, large(20), { signal: stop.signal })).rejects.toBe(reason);
  });

  it('of 100 MB keeps memory flat', async () => {
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
    const outcome = await forwardTo(url, { application: { ...application, files }, uploads });
    clearInterval(timer);
    expect(outcome).toEqual({ result: 'delivered' });
    expect((peak - before) / MEGABYTE).toBeLessThan(60);
  });
});
