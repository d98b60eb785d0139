import { once } from 'node:events';
import { createServer } from 'node:net';

type Address = { port: number; host?: string };

/** Rejects where the site cannot listen at this address, before anything is opened or changed. */
export async function checkPort({ port, host }: Address): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
