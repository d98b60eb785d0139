import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createAssetClient } from './asset-client.ts';
import { createAssetHosts } from './asset-hosts.ts';

/** Short if the server is silent, long if it responds. */
const SILENCE_MS = 200;
const PATIENT_MS = 10_000;
const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

afterEach(async () => {
  await Promise.all(servers.splice(0).map(close));
});

/** Client of a site with the backend at this address. */
const clientOf = (baseUrl: string, timeoutMs = PATIENT_MS) =>
  createAssetClient({
    timeoutMs,
    hosts: createAssetHosts({ baseUrl, allowed: [], onRefused: () => undefined }),
  });
const never = () => new AbortController().signal;

describe('redirects of files', () => {
  it('does not follow a redirect to a host that is not allowed', async () => {
    const seen: unknown[] = [];
    const other = await serve((request, response) => {
      seen.push(request.url);
      response.end();
    });
    const url = await serve(
      (_request, response) => void response.writeHead(302, { Location: `${other}/a` }).end(),
    );
    await expect(clientOf(url).open(`${url}/a.pdf`, {}, never())).rejects.toMatchObject({
      kind: 'refusedAsset',
      status: 404,
    });
    expect(seen).toEqual([]);
  });

  it.each([
    [3, 200],
    [4, undefined],
  ])('follows up to three redirects: %d redirects end with %s', async (redirects, status) => {
    const url = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      response.writeHead(left > 0 ? 307 : 200, left > 0 ? { Location: `/${left - 1}` } : {}).end();
    });
    const opened = clientOf(url).open(`${url}/${redirects}`, {}, never());
    if (status) expect((await opened).status).toBe(status);
    else await expect(opened).rejects.toMatchObject({ kind: 'badStatus' });
  });

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/a', 'data:text/plain,x', '//u:p@127.0.0.1/'])(
    'rejects a redirect to %s',
    async (location) => {
      const url = await serve((_request, response) => {
        response.writeHead(302, { Location: location }).end();
      });
      await expect(clientOf(url).open(`${url}/a.pdf`, {}, never())).rejects.toMatchObject({
        kind: 'refusedAsset',
      });
    },
  );
});

describe('responses with files', () => {
  it.each([200, 206, 304, 404, 410, 416, 500])('returns a response with the status %d', async (status) => {
    const url = await serve((_request, response) => void response.writeHead(status).end());
    const response = await clientOf(url).open(`${url}/a.pdf`, {}, never());
    expect(response.status).toBe(status);
  });

  it('allows a transfer that takes longer than the time limit for its first byte', async () => {
    const url = await serve((_request, response) => {
      response.write('one ');
      setTimeout(() => response.end('two'), SILENCE_MS * 6);
    });
    const response = await clientOf(url, SILENCE_MS * 3).open(`${url}/a.pdf`, {}, never());
    expect(await text(response.body)).toBe('one two');
  });

  it('times out if the response does not begin', async () => {
    const url = await serve(() => undefined);
    await expect(clientOf(url, SILENCE_MS).open(`${url}/a.pdf`, {}, never())).rejects.toMatchObject({
      kind: 'timeout',
    });
  });

  it('reports a refused connection as unreachable', async () => {
    const url = await serve(() => undefined);
    await Promise.all(servers.splice(0).map(close));
    await expect(clientOf(url).open(`${url}/a.pdf`, {}, never())).rejects.toMatchObject({
      kind: 'unreachable',
    });
  });

  it('stops the transfer when its reader has closed', async () => {
    const { promise: hungUp, resolve } = Promise.withResolvers<void>();
    const url = await serve((_request, response) => {
      response.on('close', resolve);
      response.write('one ');
    });
    const reader = new AbortController();
    const response = await clientOf(url).open(`${url}/a.pdf`, {}, reader.signal);
    reader.abort();
    await expect(text(response.body)).rejects.toThrow();
    await hungUp;
  });
});
