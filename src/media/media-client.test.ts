import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { serve } from '../../test/support/serve.ts';
import { createMediaClient } from './media-client.ts';
import { createMediaHosts } from './media-hosts.ts';

/** Short if the server is silent, long if it responds. */
const SILENCE_MS = 100;
const PATIENT_MS = 10_000;

/** Opens a file of a backend. */
function open(url: string, timeoutMs = PATIENT_MS, maxSilenceMs?: number) {
  const hosts = createMediaHosts({ baseUrl: new URL(url).origin, allowed: [], onRefused: () => undefined });
  const sources = { findSigned: () => ({ url }), refresh: async () => undefined };
  return createMediaClient({ timeoutMs, maxSilenceMs, hosts, ...sources })(url, {});
}

const MAX_SILENCE_MS = 700;
const openImpatiently = (url: string) => open(url, PATIENT_MS, MAX_SILENCE_MS);

it('fails if the server is silent for too long in the middle of the body', async () => {
  const { body } = await openImpatiently(await serve((_request, response) => void response.write('begin')));
  await expect(text(body)).rejects.toThrow();
});

it('does not follow a redirect to a refused host', async () => {
  const seen: unknown[] = [];
  const other = await serve((request, response) => {
    seen.push(request.url);
    response.end();
  });
  const url = await serve((_request, response) => {
    response.writeHead(302, { Location: `${other}/a` }).end();
  });
  await expect(open(`${url}/a.pdf`)).rejects.toMatchObject({ kind: 'refusedMedia', status: 404 });
  expect(seen).toEqual([]);
});

it('follows at most three redirects', async () => {
  const url = await serve((request, response) => {
    const left = Number(request.url?.slice(1));
    response.writeHead(left > 0 ? 307 : 206, left > 0 ? { Location: `/${left - 1}` } : {}).end();
  });
  expect((await open(`${url}/3`)).status).toBe(206);
  await expect(open(`${url}/4`)).rejects.toMatchObject({ kind: 'badStatus' });
});

it('limits only the time to the first byte of a media file', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/silent') return;
    response.write('one ');
    setTimeout(() => response.end('two'), 5 * SILENCE_MS);
  });
  expect(await text((await open(`${url}/a.pdf`, 3 * SILENCE_MS)).body)).toBe('one two');
  await expect(open(`${url}/silent`, SILENCE_MS)).rejects.toMatchObject({ kind: 'timeout' });
});

/** Opens a file in a store that accepts the signature `new`. */
async function openSigned(known: string, refreshed: string) {
  const requests: unknown[] = [];
  const url = await serve((request, response) => {
    requests.push(request.url);
    response.writeHead(request.url?.endsWith('sig=new') ? 200 : 403).end();
  });
  const hosts = createMediaHosts({ baseUrl: url, allowed: [], onRefused: () => undefined });
  let signature = known;
  const findSigned = () => ({ url: `${url}/a?sig=${signature}`, source: 'source' });
  const refresh = async (source: string) => {
    requests.push(source);
    signature = refreshed;
  };
  const openMedia = createMediaClient({ timeoutMs: PATIENT_MS, hosts, findSigned, refresh });
  return { status: (await openMedia(`${url}/a`, {})).status, requests };
}

it('fetches a media file with an expired signature from its newest URL', async () => {
  expect(await openSigned('new', '')).toEqual({ status: 200, requests: ['/a?sig=new'] });
});

it('refetches a media file after one refresh of its content', async () => {
  const requests = ['/a?sig=old', 'source', '/a?sig=new'];
  expect(await openSigned('old', 'new')).toEqual({ status: 200, requests });
  expect(await openSigned('old', 'older')).toMatchObject({ status: 403, requests: { length: 3 } });
  expect(await openSigned('old', 'old')).toMatchObject({ status: 403, requests: { length: 2 } });
});
