/** @module-tag matrix */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DEMO_FORM, formClient } from '../support/form-client.ts';
import { freePort } from '../support/listen.ts';
import { rawRequest } from '../support/raw-request.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { tusClient } from '../support/tus-client.ts';
import { send, startBehindNginx, startNginx, writeConfig } from './nginx.ts';

type Front = Awaited<ReturnType<typeof startBehindNginx>>;

/** Returns the keys of the responses that nginx has stored in a zone. */
async function storedKeys({ folder }: Front, zone: 'cache' | 'cache-variants'): Promise<string[]> {
  const entries = await readdir(path.join(folder, zone), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map((file) => readFile(path.join(file.parentPath, file.name), 'latin1').catch(() => '')),
  );
  return texts.map((text) => /^KEY: (.*)$/mu.exec(text)?.[1] ?? '').sort();
}

it('nginx stores one copy of a page that is requested with 1,000 made-up queries', async () => {
  await using front = await startBehindNginx();
  const plain = await send(front.port, '/en/news');
  const queries = [
    'utm_source=mail',
    'utm_campaign=b%20c',
    'go=team',
    'from',
    '',
    'pages=2',
    'a=page=2',
    'a&b=1',
  ];
  for (let number = queries.length; number < 1000; number += 1) queries.push(`x${number}=${number}`);
  for (const query of queries)
    expect([query, (await send(front.port, `/en/news?${query}`)).text === plain.text]).toEqual([query, true]);
  await expect.poll(() => storedKeys(front, 'cache')).toEqual(['/en/news']);
  expect(await storedKeys(front, 'cache-variants')).toEqual([]);
  await front.site.stop();
  expect(await send(front.port, '/en/news?unvisited=1')).toMatchObject({ status: 200, text: plain.text });
});

it('nginx stores responses that clients can multiply in a zone of their own', async () => {
  await using front = await startBehindNginx();
  const targets = ['/en/news?%78=1', '/en/news?page=1', '/qr/made-up.svg'];
  for (const target of targets)
    expect([target, (await send(front.port, target)).status]).toEqual([target, 200]);
  await expect.poll(() => storedKeys(front, 'cache-variants')).toEqual(targets.toSorted());
  expect(await storedKeys(front, 'cache')).toEqual([]);
});

/** Requests that the site answers differently although their paths are equal, without escapes. */
const SIMILAR = [
  '/en/news/group-news',
  '/en/news/group-news?page=2',
  '/en/news/group-news?page=2&x=1',
  '/en/news/group-news?x=1&page=2',
  '/en/news/group-news?%70age=2',
  '/en/news/group-news?page=abc',
  '/en/news/group-news?page=1&page=2',
  '/en/news/group-news?page',
  '/en/news/group-news?lang=en',
  '/en/news/group-news?x=1&lang=en',
  '/en/news/group-news?l%61ng=en',
  '/en/news/group-news/',
  '/en/News/group-news',
  '/en/news/group-news/_payload.json',
  '/en/news/group-news/_payload.json?page=2',
  '/en//news/group-news',
  '/en/x/../news/group-news',
  '/en/n%65ws/group-news',
  '/en%2Fnews/group-news',
  '/en/search',
  '/en/search?keyword=bridge',
  '/en/search?x=1&keyword=bridge',
  '/en/search?key%77ord=bridge',
  '/en/search?keyword=bridge&page=2',
];

it('nginx answers similar URLs as the site does, in any order, from the cache and with HEAD', async () => {
  await using front = await startBehindNginx();
  const { site, port } = front;
  const expected = new Map<string, unknown>();
  for (const target of SIMILAR) {
    const { status, headers, text } = await rawRequest(site.port, target, { headers: { Host: 'x' } });
    expected.set(target, { status, location: headers.location, text: status === 200 ? text : '' });
  }
  expect(new Set([...expected.values()].map((one) => JSON.stringify(one))).size).toBe(10);
  for (const order of [SIMILAR, SIMILAR.toReversed()])
    for (const target of order)
      for (const method of ['GET', 'HEAD', 'GET']) {
        const { status, headers, text } = await send(port, target, { method });
        const body = method === 'HEAD' ? (expected.get(target) as { text: string }).text : text;
        const answer = { status, location: headers.location, text: status === 200 ? body : '' };
        expect([method, target, answer]).toEqual([method, target, expected.get(target)]);
      }
});

it('nginx stores no redirect from a legacy URL, which depends on the query', async () => {
  await using folder = await temporaryFolder('redirects');
  const file = path.join(folder.path, 'redirects');
  await writeFile(file, '/files/show.asp?id=12 /en/news\n/files/show.asp?id=13 /en/about-us\n');
  await using front = await startBehindNginx({ settings: { REDIRECTS_FILE: file } });
  const locations: unknown[] = [];
  for (const query of ['?id=12', '?id=13', ''])
    locations.push((await send(front.port, `/files/show.asp${query}`)).headers.location);
  expect(locations).toEqual(['/en/news', '/en/about-us', undefined]);
});

it('nginx passes the HEAD request of a resumed upload to the site', async () => {
  await using front = await startBehindNginx();
  const client = formClient(front.site.port, DEMO_FORM, `https://127.0.0.1:${front.port}`);
  await client.get();
  await client.post({ fields: { companyName: 'x' } });
  const tus = tusClient(client);
  const { headers } = await tus.create('a.pdf', 20_000);
  const upload = new URL(`${headers.location}`, front.site.base).pathname;
  await tus.patch(upload, 0, Buffer.alloc(16_384));
  const asked = { method: 'HEAD', headers: { Cookie: client.cookie(), 'Tus-Resumable': '1.0.0' } };
  const { status, headers: answered } = await send(front.port, upload, asked);
  expect([status, answered['upload-offset']]).toEqual([200, '16384']);
});

it('nginx serves the tokens of a certificate renewal over both ports and redirects all else', async () => {
  await using front = await startBehindNginx();
  const target = '/.well-known/acme-challenge/dG9rZW4';
  const headers = { Host: 'www.example.com' };
  expect((await rawRequest(front.plainPort, target, { headers })).status).toBe(404);
  const folder = path.join(front.folder, 'acme/.well-known/acme-challenge');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'dG9rZW4'), 'dG9rZW4.thumbprint');
  const expected = { status: 200, text: 'dG9rZW4.thumbprint' };
  expect(await rawRequest(front.plainPort, target, { headers })).toMatchObject(expected);
  expect(await send(front.port, target, { headers })).toMatchObject(expected);
  const page = await rawRequest(front.plainPort, '/en/news?page=2', { headers });
  expect([page.status, page.headers.location]).toEqual([308, 'https://www.example.com/en/news?page=2']);
});

const CDN = '127.0.0.9';
const [VISITOR, NEIGHBOUR] = ['127.0.0.7', '127.0.0.8'];

/** Uncomments the lines for a CDN. */
const trustCdn = (config: string): string =>
  config
    .replace('# set_real_ip_from 203.0.113.0/24;', `set_real_ip_from ${CDN};`)
    .replace('# real_ip_header', 'real_ip_header')
    .replace('# real_ip_recursive', 'real_ip_recursive');

it('the log and the limits see the address of a visitor behind a CDN, which the visitor cannot forge', async () => {
  await using front = await startBehindNginx({ settings: { RATE_LIMIT_PER_MINUTE: '1' }, edit: trustCdn });
  const port = await freePort();
  const directives = `server { listen 127.0.0.1:${port}; location / {
    proxy_pass https://127.0.0.1:${front.port}; proxy_bind ${CDN}; proxy_set_header Host www.example.com;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; } }`;
  await using _cdn = await startNginx({
    port,
    configFile: await writeConfig(front.folder, 'cdn', directives),
  });

  const form = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' };
  /** Returns the status of a POST of the form. */
  async function post(localAddress: string, forged: string): Promise<number> {
    const headers = { ...form, 'X-Forwarded-For': forged };
    const sent = { method: 'POST', headers, localAddress, body: Buffer.from('companyName=x') };
    return (await rawRequest(port, DEMO_FORM, sent)).status;
  }
  const statuses: number[] = [];
  for (let number = 1; number < 255 && statuses.at(-1) !== 429; number += 1)
    statuses.push(await post(VISITOR, `198.51.100.${number}, ${NEIGHBOUR}`));
  expect([statuses[0], statuses.at(-1)]).toEqual([422, 429]);
  expect(await post(NEIGHBOUR, VISITOR)).toBe(422);
  const direct = { method: 'POST', headers: { ...form, 'X-Forwarded-For': VISITOR }, body: 'companyName=x' };
  expect((await send(front.port, DEMO_FORM, { ...direct, localAddress: NEIGHBOUR })).status).toBe(422);

  const log = await readFile(path.join(front.folder, 'access.log'), 'utf8');
  const addresses = log.split('\n').flatMap((line) => (line.includes('"POST ') ? [line.split(' ')[0]] : []));
  expect(new Set(addresses)).toEqual(new Set([VISITOR, NEIGHBOUR]));
});
