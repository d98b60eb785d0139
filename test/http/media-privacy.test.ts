import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { NOTHING_KEPT } from '../support/fake-backend.ts';
import { fileHref } from '../support/file-href.ts';
import { mediaAt } from '../support/media-href.ts';
import { jpegOf } from '../support/pictures.ts';
import { siteForFile } from '../support/site-for-file.ts';

const photograph = await jpegOf({ width: 320, height: 200 });
const jpeg = { headers: { 'Content-Type': 'image/jpeg' }, body: photograph };

/** Another server, which the backend's answers name, and the settings too. */
const heard: IncomingHttpHeaders[] = [];
const stranger = createServer(({ headers }, response) => {
  heard.push(headers);
  response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(photograph);
});
await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
const farHost = `127.0.0.1:${(stranger.address() as AddressInfo).port}`;
const far = `http://${farHost}`;
const site = siteForFile({ ...NOTHING_KEPT, ASSET_HOSTS: farHost });

beforeEach(() => {
  heard.length = 0;
});
afterAll(() => {
  stranger.closeAllConnections();
  stranger.close();
});

const OWN = {
  Cookie: 'lang=zh; secret=1',
  Authorization: 'Basic eA==',
  'X-Forwarded-For': '1.2.3.4',
  Referer: 'https://a.example/',
};

async function asks(url: string): Promise<number> {
  return (await site().raw(mediaAt(await fileHref(site(), url), 320), { headers: OWN })).status;
}

it("neither the settings' headers nor the visitor's own go to the backend with a picture", async () => {
  site().fake.override('/assets/own.jpg', jpeg);
  expect(await asks('/assets/own.jpg')).toBe(200);
  const headers = site().fake.lastHeaders('/assets/own.jpg');
  for (const name of ['X-Tenant', ...Object.keys(OWN)])
    expect([name, headers[name.toLowerCase()]]).toEqual([name, undefined]);
});

it('go to no other server, which hears nothing of the visitor either', async () => {
  expect(await asks(`${far}/far.jpg`)).toBe(200);
  expect(heard).toHaveLength(1);
  for (const name of ['X-Tenant', ...Object.keys(OWN)])
    expect([name, heard[0]?.[name.toLowerCase()]]).toEqual([name, undefined]);
});

it('go to no other server that a picture of the backend moved to', async () => {
  site().fake.override('/assets/moved.jpg', { status: 302, headers: { Location: `${far}/moved.jpg` } });
  expect(await asks('/assets/moved.jpg')).toBe(200);
  expect(heard.map((headers) => headers['x-tenant'])).toEqual([undefined]);
});

it('a server is asked for what the backend named, and for nothing that a visitor makes up', async () => {
  const href = mediaAt(await fileHref(site(), `${far}/far.jpg`), 320);
  for (const address of [
    href.replace('far.jpg', 'near.jpg'),
    `${href}/..%2F..%2Fsecret`,
    `/media/${encodeURIComponent(far)}/320/far.jpg`,
    `/media/${Buffer.from(`${far}/far.jpg`).toString('base64url')}/320/far.jpg`,
    href.replace('/320/', '/321/'),
  ])
    expect([address, (await site().raw(address)).status]).toEqual([address, 404]);
  expect(heard).toEqual([]);
});
