import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import type { Reply } from '../support/fake-backend.ts';
import { NOTHING_KEPT } from '../support/fake-backend.ts';
import { fileHref } from '../support/file-href.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NOTHING_KEPT, API_TIMEOUT_MS: '1500' });

const ERROR = 50;

/** Time enough for what a cut connection sets off in this process. */
const SOON_MS = 200;

const cutInTheMiddle: Reply = {
  write: (response) =>
    response
      .writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': '1000' })
      .write('half', () => response.destroy()),
};

const hrefOf = (url: string): Promise<string> => fileHref(site(), url);

describe('a file that the backend does not hand out', () => {
  it('is a 404 page where it is missing', async () => {
    const address = await hrefOf('/assets/missing.png');
    expectErrorPage(await pageAt(site(), address), { status: 404, words: 'lost', address });
  });

  it.each([
    ['HTTP 500', { status: 500, body: 'x' }],
    ['HTTP 403', { status: 403, body: 'x' }],
    ['a cut connection', { destroy: true }],
    ['silence', { hang: true }],
  ])('is an error page where it answers with %s', async (_, reply) => {
    const address = await hrefOf('/assets/typed');
    site().fake.override('/assets/typed', reply);
    expectErrorPage(await pageAt(site(), address), { status: 500, words: 'server', address });
  });

  it('is cut where the backend cuts it, and the site lives on', async () => {
    const address = await hrefOf('/assets/typed');
    site().fake.override('/assets/typed', cutInTheMiddle);
    await expect(site().raw(address)).rejects.toThrow();
    expect((await site().raw('/healthz')).status).toBe(200);
  });

  it('and was cut is said by the log alone, in its own form', async () => {
    const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    const address = await hrefOf('/assets/typed');
    site().fake.override('/assets/typed', cutInTheMiddle);
    site().lines.length = 0;
    await expect(site().raw(address)).rejects.toThrow();
    await vi.waitFor(() => expect(site().lines.some(({ failure }) => failure)).toBe(true));
    await wait(SOON_MS);
    expect(console).not.toHaveBeenCalled();
    console.mockRestore();
  });

  it('is not read further when the visitor leaves, which is not logged as a failure', async () => {
    const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    const address = await hrefOf('/assets/typed');
    site().lines.length = 0;
    let isClosed = false;
    site().fake.override('/assets/typed', {
      write: (response) => {
        response.once('close', () => {
          isClosed = true;
        });
        response.writeHead(200, { 'Content-Type': 'image/png' }).write('begin');
      },
    });
    const place = site().target.address();
    const port = typeof place === 'object' && place ? place.port : 0;
    await new Promise<void>((resolve) => {
      const asked = get({ host: '127.0.0.1', port, path: address, agent: false }, (response) => {
        response.once('error', () => undefined);
        response.once('data', () => {
          asked.destroy();
          resolve();
        });
      });
      asked.on('error', () => undefined);
    });
    await vi.waitFor(() => expect(isClosed).toBe(true), { timeout: 5000 });
    await wait(SOON_MS);
    expect(site().lines.filter(({ level }) => level >= ERROR)).toEqual([]);
    expect(console).not.toHaveBeenCalled();
    console.mockRestore();
  });
});
