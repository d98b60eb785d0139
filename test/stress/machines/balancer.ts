import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { listen } from '../../support/listen.ts';
import type { Random } from '../../support/random.ts';

/**
 * Starts a load balancer that forwards each request to a random machine, or to another one if that machine refuses connections.
 * If a machine dies during a request, closes the connection like a real load balancer.
 */
export async function startBalancer(random: Random) {
  const ports = new Set<number>();
  const agent = new Agent({ keepAlive: false });

  /** Returns the response of a random machine, or undefined if none accepts connections. */
  async function pass(request: IncomingMessage): Promise<IncomingMessage | undefined> {
    const left = [...ports];
    while (left.length > 0) {
      const [port = 0] = left.splice(random(left.length), 1);
      const answer = await tryAt(port, request);
      if (answer) return answer;
    }
    return undefined;
  }

  /** Returns undefined if the connection is refused, before any of the body is read. */
  function tryAt(port: number, request: IncomingMessage): Promise<IncomingMessage | undefined> {
    return new Promise((resolve, reject) => {
      const { method, url, headers } = request;
      const onward = ask({ host: '127.0.0.1', port, method, path: url, headers, agent });
      onward.once('response', resolve);
      onward.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ECONNREFUSED' ? resolve(undefined) : reject(error),
      );
      onward.once('socket', (socket) =>
        socket.once('connect', () => void pipeline(request, onward).catch(() => onward.destroy())),
      );
    });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const machine = await pass(request);
    if (!machine) return void response.writeHead(503).end();
    response.writeHead(machine.statusCode ?? 502, machine.rawHeaders);
    await pipeline(machine, response);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  server.requestTimeout = 0;
  const { port, origin, close } = await listen(server);
  return {
    port,
    origin,
    join: (machine: number): void => void ports.add(machine),
    leave: (machine: number): void => void ports.delete(machine),
    [Symbol.asyncDispose]: close,
  };
}
