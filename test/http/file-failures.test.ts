import { get } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { NO_CONTENT_CACHE, type Reply } from '../support/fake-backend.ts';
import { fileHref } from '../support/file-href.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NO_CONTENT_CACHE, API_TIMEOUT_MS: '1500' });
const ERROR = 50;
const PICTURE = { 'Content-Type': 'image/png' };

const served = async (reply: Reply): Promise<string> => {
  const address = await fileHref(site(), '/assets/typed');
  site().fake.override('/assets/typed', reply);
  return address;
};

it.each<[string, Reply, number]>([
  ['HTTP 404', { status: 404 }, 404],
  ['HTTP 500', { status: 500, body: 'x' }, 500],
  ['a cut connection', { destroy: true }, 500],
  ['silence', { hang: true }, 500],
])('a file whose server responds with %s shows an error page', async (_, reply, status) => {
  const address = await served(reply);
  const error = status === 404 ? 'lost' : 'server';
  expectErrorPage(await pageAt(site(), address), { status, error, address });
});

describe('a file whose transfer is interrupted', () => {
  let printed: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    site().lines.length = 0;
  });
  afterEach(() => {
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  it('closes the connection to the client if the file server closes its connection', async () => {
    const address = await served({
      write: (response) =>
        response
          .writeHead(200, { ...PICTURE, 'Content-Length': '1000' })
          .write('half', () => response.destroy()),
    });
    await expect(site().raw(address)).rejects.toThrow();
    await expect.poll(() => site().lines.some(({ failure }) => failure)).toBe(true);
    expect((await site().raw('/healthz')).status).toBe(200);
  });

  it('stops reading a file when the client closes the connection', async () => {
    let isClosed = false;
    const address = await served({
      write: (response) => {
        response.once('close', () => {
          isClosed = true;
        });
        response.writeHead(200, PICTURE).write('begin');
      },
    });
    const asked = get({ host: '127.0.0.1', port: site().port, path: address, agent: false }, (response) => {
      response.once('error', () => undefined).once('data', () => asked.destroy());
    }).on('error', () => undefined);
    await expect.poll(() => isClosed).toBe(true);
    expect(site().lines.filter(({ level }) => level >= ERROR)).toEqual([]);
  });
});
