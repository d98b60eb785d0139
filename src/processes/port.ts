import { once } from 'node:events';
import { createServer } from 'node:net';

type Place = { port: number; host?: string };

/** Rejects where nobody could listen at this address: known before anything is opened or changed. */
export async function checkPort({ port, host }: Place): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
