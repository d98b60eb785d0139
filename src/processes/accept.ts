import { createServer, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** How long a connection may wait for a worker that takes it, in milliseconds. */
const WAIT_MS = 15_000;

/** Turns of the event loop that are waited for one in which nobody comes. */
const MAX_TURNS = 100;

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

/** Takes what has connected already, and nothing more: a connection that the kernel still holds at the close is cut. */
export async function stopAccepting(server: Server): Promise<void> {
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  await turn();
  // The moment after a turn in which nobody came is the one in which the kernel holds none.
  for (let before = -1, turns = 0; accepted > before && turns < MAX_TURNS; turns += 1) {
    before = accepted;
    await turn();
  }
  server.close();
}
