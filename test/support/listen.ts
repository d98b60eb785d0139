import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server on loopback, by default on any free port. */
export async function listen(server: Server, fixedPort = 0) {
  // Disables the timeout, because a stalled test process would close idle connections just before their reuse.
  server.keepAliveTimeout = 0;
  await once(server.listen(fixedPort, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Below the ports that systems choose, because a connection or another server could get one before it is used. */
const FIRST_PORT = 20_000;
const PORTS_PER_WORKER = 1000;
let last = randomInt(PORTS_PER_WORKER);

/** Finds a port of loopback that is currently free and that no other worker of the run finds. */
export async function freePort(): Promise<number> {
  last = (last + 1) % PORTS_PER_WORKER;
  const port = FIRST_PORT + PORTS_PER_WORKER * Number(process.env.VITEST_POOL_ID ?? 0) + last;
  const probe = await listen(createServer(), port).catch(() => undefined);
  await probe?.close();
  return probe ? port : freePort();
}
