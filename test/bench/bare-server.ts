import { createServer } from 'node:http';
import { listen } from '../support/listen.ts';
import type { ReadyAnswer } from './bare.ts';

/** The least that a server in Node can do: the same headers and bytes to everybody. */
async function serve({ headers, body }: ReadyAnswer): Promise<string> {
  const bytes = Buffer.from(body);
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  return `${(await listen(server)).origin}/`;
}

process.on('message', async (answer: ReadyAnswer) => process.send?.(await serve(answer)));
process.on('disconnect', () => process.exit());
