import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Opens a server on loopback, at any free port unless one is named. */
export async function listen(server: Server, wanted = 0) {
  await once(server.listen(wanted, '127.0.0.1'), 'listening');
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

/** A port of loopback that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}
