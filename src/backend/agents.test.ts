import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createAgents } from './agents.ts';

const SILENCE_MS = 500;

/** A server that begins an answer and says no more. */
async function silentServer(): Promise<string> {
  const server = createServer((_request, response) => void response.write('begin'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('a file ends where its server is silent for too long in the middle of it', async () => {
  const { fetch, agents } = createAgents(() => undefined, SILENCE_MS);
  const answer = await fetch(await silentServer(), { dispatcher: agents.any });
  await expect(answer.text()).rejects.toMatchObject({ cause: { name: 'BodyTimeoutError' } });
});
