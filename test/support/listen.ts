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

/** Finds a port of loopback that is currently free. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}
