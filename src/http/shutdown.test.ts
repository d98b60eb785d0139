import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../../test/support/until.ts';
import { createShutdown } from './shutdown.ts';

const LIMITS = { noticeMs: 1000, drainMs: 150, uploadMs: 1000 };
const NOW = { isHurried: true };

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  const shutDown = createShutdown(server, LIMITS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const options = { port, host: '127.0.0.1', agent };
  return { server, shutDown, options };
}

async function ask(options: object): Promise<{ connection?: string; text: string }> {
  const [response] = (await once(get(options), 'response')) as [IncomingMessage];
  return { connection: response.headers.connection, text: await text(response) };
}

it('finishes a running request on shutdown', async () => {
  const { shutDown, options } = await serve((_request, response) => {
    setTimeout(() => response.end('answered'), 60);
  });
  await ask(options);
  const running = ask(options);
  await wait(20);
  await shutDown(NOW);
  expect((await running).text).toBe('answered');
});

it('sends Connection: close with new responses before the port closes if the socket is kept', async () => {
  const { shutDown, options } = await serve((_request, response) => void response.end('answered'));
  expect((await ask(options)).connection).toBe('keep-alive');
  const done = shutDown({ isHurried: false, isSocketKept: true });
  expect(await ask(options)).toEqual({ connection: 'close', text: 'answered' });
  await done;
  await expect(ask(options)).rejects.toThrow('ECONNREFUSED');
});

it('responds on an idle connection after the port has closed', async () => {
  const { server, shutDown, options } = await serve((_request, response) => void response.end('answered'));
  await ask(options);
  const done = shutDown({ isHurried: false });
  await until('the port is closed', () => !server.listening);
  expect(await ask(options)).toEqual({ connection: 'close', text: 'answered' });
  await expect(ask(options)).rejects.toThrow('ECONNREFUSED');
  await done;
});

it('keeps connections alive until the port closes, so that proxies open no new ones', async () => {
  const { server, shutDown, options } = await serve((_request, response) => void response.end('answered'));
  const done = shutDown({ isHurried: false });
  expect((await ask(options)).connection).toBe('keep-alive');
  expect(server.listening).toBe(true);
  await done;
});

it('aborts a response that exceeds the time limit of a shutdown', async () => {
  const { shutDown, options } = await serve((_request, response) => void response.write('begun'));
  const running = ask(options).catch(({ message }: Error) => message);
  await wait(20);
  const startedAt = performance.now();
  await shutDown(NOW);
  expect(performance.now() - startedAt).toBeLessThan(LIMITS.uploadMs);
  expect(await running).toBe('aborted');
});

it('allows an upload more time than other requests on shutdown', async () => {
  const { shutDown, options } = await serve((incoming, response) => {
    void text(incoming).then((body) => response.end(body));
  });
  const upload = request({ ...options, method: 'POST' });
  upload.write('first');
  await wait(20);
  const done = shutDown(NOW);
  await wait(LIMITS.drainMs + 50);
  upload.end(' last');
  const [response] = (await once(upload, 'response')) as [IncomingMessage];
  expect(await text(response)).toBe('first last');
  await done;
});
