import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

/** In a turn of the event loop as short as this, in milliseconds, hardly anybody connects unseen. */
const SHORT_TURN_MS = 0.2;
/** A busy site is closed after so many turns, whoever comes. */
const MAX_TURNS = 5000;

/**
 * Closes the port after a short turn of the event loop in which nobody came: a close cuts the connections that the kernel
 * still holds, and at that moment it hardly holds one.
 */
export async function closePort(server: Server): Promise<void> {
  let came = false;
  server.on('connection', () => {
    came = true;
  });
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    came = false;
    const begunAt = performance.now();
    await turn();
    if (!came && turns > 0 && performance.now() - begunAt < SHORT_TURN_MS) break;
  }
  server.close();
}
