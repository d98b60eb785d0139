import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listen } from './listen.ts';

/** Starts an HTTP server on loopback, which is closed after the running test. Returns its origin. */
export async function serve(listener: RequestListener): Promise<string> {
  const { origin, close } = await listen(createHttpServer(listener));
  onTestFinished(close);
  return origin;
}

/** Starts a TCP server on loopback, which is closed with its sockets after the running test. */
export async function rawServer(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onSocket(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/`, sockets };
}
