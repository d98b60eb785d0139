import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

/** A busy site is closed after so many turns of the event loop, whoever comes. */
const MAX_TURNS = 1000;

/**
 * Closes the port after a turn of the event loop in which nobody came: a close cuts the connections that the kernel still
 * holds, and at that moment it holds none.
 */
export async function closePort(server: Server): Promise<void> {
  let came = true;
  server.on('connection', () => {
    came = true;
  });
  // What is left of this turn is no whole one.
  await turn();
  for (let turns = 0; came && turns < MAX_TURNS; turns += 1) {
    came = false;
    await turn();
  }
  server.close();
}
