import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../test/support/listen.ts';
import { fakeReceiver } from '../../deliveries/testing/fake-receiver.ts';
import { checkForward } from './forward.ts';

const check = (url: string, limitMs?: number) => checkForward({ url, headers: { 'X-Key': 'k' } }, limitMs);

it.each([200, 302, 401, 404, 405, 422])(
  'a receiver that answers %i to a HEAD is all right',
  async (status) => {
    const { url, origin, posted } = await fakeReceiver({ status });
    const found = await check(url);
    expect(found).toMatchObject({ what: 'FORWARD_URL', level: 'ok' });
    expect(found.said).toMatch(new RegExp(`^${origin} answered ${status} [A-Z].* to a HEAD$`, 'u'));
    expect(posted.map(({ method }) => method)).toEqual(['HEAD']);
    expect(posted[0]?.headers).toMatchObject({ 'x-key': 'k' });
  },
);

it('a receiver that answers 503 is worth a look', async () => {
  const { url } = await fakeReceiver({ status: 503 });
  expect(await check(url)).toMatchObject({
    level: 'warning',
    said: expect.stringContaining('answered 503 Service Unavailable'),
  });
});

it('a receiver that is not there is a fault, named without the query', async () => {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const found = await check(`${origin}/in?key=hidden`);
  expect(found).toEqual({
    what: 'FORWARD_URL',
    level: 'fault',
    said: `${origin} does not answer: ECONNREFUSED`,
    details: [],
  });
});

/** Takes connections and does this with them. */
async function silent(): Promise<number> {
  const server: Server = createServer((socket) => void socket.on('error', () => undefined).resume());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

it('a receiver that says nothing is a fault when the time is over', async () => {
  const found = await check(`http://127.0.0.1:${await silent()}/`, 200);
  expect(found).toMatchObject({
    level: 'fault',
    said: expect.stringMatching(/does not answer: timed out$/u),
  });
});

it('a receiver without TLS at an https address is a fault', async () => {
  const { origin } = await fakeReceiver();
  const found = await check(origin.replace('http:', 'https:'), 5000);
  expect(found).toMatchObject({
    level: 'fault',
    said: expect.stringMatching(/ERR_SSL|EPROTO|connection closed/u),
  });
});
