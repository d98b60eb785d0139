import { createServer, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** How long a connection may wait for a worker that takes it, in milliseconds. */
const WAIT_MS = 15_000;

type Place = { port: number; host?: string };

/** Listens for connections, which are given on unread. Rejects where the address cannot be had. */
export function accept({ port, host }: Place, take: (socket: Socket) => void): Promise<Server> {
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.setTimeout(WAIT_MS, () => socket.destroy());
    take(socket);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/** Takes what has connected already, and nothing more. */
export async function stopAccepting(server: Server): Promise<void> {
  // What the kernel holds is taken once a turn; what it still held at the close would be cut.
  await turn();
  await turn();
  server.close();
}
