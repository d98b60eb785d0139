import { once } from 'node:events';
import {
  Agent,
  createServer,
  get,
  type IncomingMessage,
  type RequestListener,
  type ServerOptions,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createConnections } from './connections.ts';

/** A server that tells its connections apart, and is asked to close when they drain. */
async function served(listener: RequestListener, options: ServerOptions = {}, isTracked = true) {
  const connections = createConnections();
  const server = connections.keep(
    createServer(options, isTracked ? connections.tracked(listener) : listener),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = async () => {
    const [answer] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [IncomingMessage];
    return { connection: answer.headers.connection, text: await text(answer) };
  };
  const socket = () => {
    const opened = connect(port, '127.0.0.1');
    opened.on('error', () => undefined).resume();
    onTestFinished(() => void opened.destroy());
    return opened;
  };
  const drain = (how?: Parameters<typeof connections.drain>[1]) => {
    const drained = connections.drain(server, how);
    server.close();
    return drained;
  };
  return { drain, ask, socket };
}

const hello: RequestListener = (_request, response) => void response.end('hello');

/** Whether a promise has settled, after all that is ready has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => {
    settled = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  return settled;
}

describe('a drain', () => {
  it('answers the next request of a kept connection, and says that it is the last', async () => {
    const { drain, ask } = await served(hello);
    expect((await ask()).connection).toBe('keep-alive');
    const drained = drain();
    expect(await isSettled(drained)).toBe(false);
    expect(await ask()).toEqual({ connection: 'close', text: 'hello' });
    await drained;
  });

  it('lets a running request end, with a last answer', async () => {
    const arrived = Promise.withResolvers<() => void>();
    const { drain, ask } = await served((_request, response) => {
      arrived.resolve(() => void response.end('late'));
    });
    const asked = ask();
    const answer = await arrived.promise;
    const drained = drain({ isHurried: true });
    expect(await isSettled(drained)).toBe(false);
    answer();
    expect(await asked).toEqual({ connection: 'close', text: 'late' });
    await drained;
  });

  it('in a hurry closes idle connections, used or new, at once', async () => {
    const { drain, ask, socket } = await served(hello, { keepAliveTimeout: 60_000 });
    await ask();
    const fresh = socket();
    await once(fresh, 'connect');
    await drain({ isHurried: true });
  });

  it('otherwise when they would have been closed anyway', async () => {
    const { drain, ask, socket } = await served(hello, { keepAliveTimeout: 10 });
    await ask();
    await once(socket(), 'connect');
    await drain();
  });

  it('in a hurry lets a slow reader have all of an answer that nobody tracks', async () => {
    const body = 'x'.repeat(20_000_000);
    const listener: RequestListener = (_request, response) => void response.end(body);
    const { drain, socket } = await served(listener, { keepAliveTimeout: 10 }, false);
    const reader = socket().pause();
    reader.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(reader, 'readable');
    const drained = drain({ isHurried: true });
    expect(await isSettled(drained)).toBe(false);
    expect((await text(reader)).endsWith(body)).toBe(true);
    await drained;
  });

  it('cuts answers when their time is over, and requests that still come in when theirs is', async () => {
    const { drain, socket } = await served((request) => request.resume());
    const [slowReader, uploader] = [socket(), socket()];
    slowReader.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    uploader.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1');
    await isSettled(once(uploader, 'data'));
    const order: string[] = [];
    slowReader.once('close', () => order.push('answer'));
    uploader.once('close', () => order.push('upload'));
    await drain({ drainMs: 50, uploadMs: 300 });
    await vi.waitFor(() => expect(order).toEqual(['answer', 'upload']));
  });

  it('of a server without connections is done', async () => {
    const { drain } = await served(hello);
    await drain();
  });
});
