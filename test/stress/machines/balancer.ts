import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { listen } from '../../support/listen.ts';
import type { Random } from '../../support/random.ts';

const agent = new Agent({ keepAlive: false });

/** Forwards a request. Returns undefined if the connection is refused, before any of the body is read. */
const forward = (incoming: IncomingMessage, port: number): Promise<IncomingMessage | undefined> =>
  new Promise((resolve, reject) => {
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers, agent });
    onward.once('response', resolve);
    onward.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? resolve(undefined) : reject(error),
    );
    onward.once('socket', (socket) =>
      socket.once('connect', () => void pipeline(incoming, onward).catch(() => onward.destroy())),
    );
  });

/**
 * Starts a load balancer that forwards each request to a random machine, or to another one if that machine refuses connections.
 * If a machine dies during a request, closes the connection like a real load balancer.
 */
export async function startBalancer(random: Random) {
  const ports = new Set<number>();

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const left = [...ports];
    while (left.length > 0) {
      const [port = 0] = left.splice(random(left.length), 1);
      const answer = await forward(incoming, port);
      if (!answer) continue;
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      return pipeline(answer, response);
    }
    response.writeHead(503).end();
  }

  const server = createServer((incoming, response) => {
    respond(incoming, response).catch(() => incoming.socket.destroy());
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
