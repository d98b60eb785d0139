import { once } from 'node:events';
import {
  Agent,
  createServer,
  get,
  type IncomingMessage,
  type RequestListener,
  type ServerOptions,
} from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createConnections } from './connections.ts';

/** A server that gets its connections as a worker does. */
async function served(listener: RequestListener, options: ServerOptions = {}) {
  const server = createServer(options, listener);
  const connections = createConnections(server);
  const acceptor = createNetServer({ pauseOnConnect: true }, (socket) => {
    connections.take(socket);
    socket.resume();
  });
  acceptor.listen(0, '127.0.0.1');
  await once(acceptor, 'listening');
  onTestFinished(() => void acceptor.close());
  const { port } = acceptor.address() as AddressInfo;
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
  return { server, connections, ask, socket };
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
    const { connections, ask } = await served(hello);
    expect((await ask()).connection).toBe('keep-alive');
    const drained = connections.drain();
    expect(await isSettled(drained)).toBe(false);
    expect(await ask()).toEqual({ connection: 'close', text: 'hello' });
    await drained;
  });

  it('lets a running request end, with a last answer', async () => {
    const arrived = Promise.withResolvers<() => void>();
    const { connections, ask } = await served((_request, response) => {
      arrived.resolve(() => void response.end('late'));
    });
    const asked = ask();
    const answer = await arrived.promise;
    const drained = connections.drain({ isHurried: true });
    expect(await isSettled(drained)).toBe(false);
    answer();
    expect(await asked).toEqual({ connection: 'close', text: 'late' });
    await drained;
  });

  it('in a hurry closes idle connections, used or new, at once', async () => {
    const { connections, ask, socket } = await served(hello, { keepAliveTimeout: 60_000 });
    await ask();
    const fresh = socket();
    await once(fresh, 'connect');
    await connections.drain({ isHurried: true });
  });

  it('otherwise when they would have been closed anyway', async () => {
    const { connections, ask, socket } = await served(hello, { keepAliveTimeout: 10 });
    await ask();
    await once(socket(), 'connect');
    await connections.drain();
  });

  it('cuts answers when their time is over, and requests that still come in when theirs is', async () => {
    const { connections, socket } = await served((request) => request.resume());
    const [slowReader, uploader] = [socket(), socket()];
    slowReader.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    uploader.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1');
    await isSettled(once(uploader, 'data'));
    const order: string[] = [];
    slowReader.once('close', () => order.push('answer'));
    uploader.once('close', () => order.push('upload'));
    await connections.drain({ drainMs: 50, uploadMs: 300 });
    await vi.waitFor(() => expect(order).toEqual(['answer', 'upload']));
  });

  it('of a server without connections is done', async () => {
    const { connections } = await served(hello);
    await connections.drain();
  });
});

describe('a connection that is taken', () => {
  it('waits where others were taken before it: one begins in each turn of the event loop', async () => {
    const server = createServer(hello);
    const connections = createConnections(server);
    const begun: unknown[] = [];
    server.removeAllListeners('connection').on('connection', (socket) => begun.push(socket));
    const sockets = Array.from({ length: 3 }, () => new Socket());
    for (const socket of sockets) connections.take(socket);
    sockets[1]?.destroy(new Error('reset by the visitor'));
    const counts: number[] = [];
    for (const _ of sockets) {
      await nextTurn();
      counts.push(begun.length);
    }
    expect(counts).toEqual([1, 1, 2]);
    expect(begun).toEqual([sockets[0], sockets[2]]);
    expect(sockets.map((socket) => socket.listenerCount('error'))).toEqual([0, 0, 0]);
  });

  it('is watched for slow headers, as those of a listening server are', async () => {
    const { socket } = await served(hello, { headersTimeout: 50, connectionsCheckingInterval: 20 });
    const client = socket();
    client.write('GET / HTTP/1.1\r\nHos');
    expect(await text(client)).toContain('408');
  });

  it('counts for the most that the server may have', async () => {
    const { server, socket } = await served(hello);
    server.maxConnections = 1;
    await once(socket(), 'connect');
    await once(socket(), 'close');
  });
});
