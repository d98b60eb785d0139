import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { describeListenError, describeReadError, formatCount } from './messages.ts';

it('counts nouns in the singular and the plural', () => {
  const counted = [0, 1, 2].flatMap((count) => [formatCount(count, 'file'), formatCount(count, 'delivery')]);
  expect(counted).toEqual(['0 files', '0 deliveries', '1 file', '1 delivery', '2 files', '2 deliveries']);
});

type Address = Parameters<typeof describeListenError>[1];

async function failToListen(address: Address): Promise<string> {
  const { fd } = address;
  const [error] = await once(createServer().listen(fd === undefined ? address : { fd }), 'error');
  return describeListenError(error as Error, address);
}

it.each(['192.0.2.1', 'fe80::1'])('names HOST %s as unusable', async (host) => {
  const message = await failToListen({ port: 0, host });
  // The code depends on the machine.
  expect(message).toMatch(new RegExp(`^HOST: ${host} is not an address of this machine \\(E\\w+\\)\\.`, 'u'));
});

it('names a used port with the setting', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const message = await failToListen({ port, host: '127.0.0.1' });
  server.close();
  expect(message).toMatch(new RegExp(`^Port ${port} is in use\\. Set PORT to another one, or stop `, 'u'));
});

it('names plinth.socket only for the port of the site', () => {
  for (const code of ['EADDRINUSE', 'EACCES']) {
    const error = Object.assign(new Error(code), { code });
    expect(describeListenError(error, { port: 80 })).toContain('systemd');
    expect(describeListenError(error, { port: 80 }, '--port')).not.toContain('systemd');
  }
});

it('names a port of root', () => {
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
  expect(describeListenError(error, { port: 80 })).toMatch(
    /^Port 80 is reserved for root\. Set PORT to 1024 /u,
  );
});

it('names an unusable socket of systemd', async () =>
  expect(await failToListen({ port: 3000, fd: 1000 })).toMatch(
    /^The socket of systemd cannot be used \(E\w+\)/u,
  ));

it.each([
  ['/no/such/file', 'it does not exist'],
  [import.meta.dirname, 'it is a folder'],
  [`${import.meta.filename}/below`, 'it is not a folder'],
])('describes why %s cannot be read', async (file, reason) => {
  const error = await readFile(file).catch((thrown: unknown) => thrown);
  expect(describeReadError(error)).toBe(reason);
});
