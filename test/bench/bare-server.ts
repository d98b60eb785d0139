import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReadyAnswer } from './bare.ts';

/** The least that a server in Node can do: the same headers and bytes to everybody. */
async function serve({ headers, body }: ReadyAnswer): Promise<number> {
  const bytes = Buffer.from(body);
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

process.on('message', async (answer: ReadyAnswer) => process.send?.(await serve(answer)));
process.on('disconnect', () => process.exit());
