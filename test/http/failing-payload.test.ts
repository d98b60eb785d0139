import { describe, expect, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import zh from '../../locales/zh/site.json' with { type: 'json' };
import { MAX_TARGET_BYTES } from '../../src/http/middleware/address.ts';
import { code, data, NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NOTHING_KEPT);
const SERVER = { zh: zh['500errorMsg'], en: en['500errorMsg'] };
const LOST = { zh: zh['404errorDes'], en: en['404errorDes'] };

/** The answer of a payload that fails, read as JSON, and what must hold for each of them. */
async function failed(address: string, options?: Parameters<ReturnType<typeof site>['raw']>[1]) {
  const { status, headers, text } = await site().raw(address, options);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  return { status, body: JSON.parse(text) as unknown };
}

describe('a payload that fails', () => {
  it.each([
    [{ destroy: true }, 500],
    [data(null), 500],
    [{ status: 502 }, 500],
    [code(1001), 500],
    [code(403), 403],
    [code(503), 503],
  ] as const)('says so as JSON, in the words of its language: %j', async (reply, status) => {
    site().fake.override(PATHS.events, reply);
    expect(await failed('/history/_payload.json')).toEqual({
      status,
      body: { statusCode: status, message: SERVER.zh },
    });
    expect(await failed('/en/history/_payload.json?x=1')).toEqual({
      status,
      body: { statusCode: status, message: SERVER.en },
    });
  });

  it('says that the page is not there where the backend says so', async () => {
    site().fake.override(PATHS.events, code(404));
    expect(await failed('/en/history/_payload.json')).toEqual({
      status: 404,
      body: { statusCode: 404, message: LOST.en },
    });
  });

  it.each([
    ['/nowhere/_payload.json', LOST.zh],
    ['/en/nowhere/_payload.json', LOST.en],
    ['/en/newsroom/insights/nobody/_payload.json', LOST.en],
    ['/articles/nobody/_payload.json', LOST.zh],
    ['/en/apply/_payload.json', LOST.en],
    ['/en//history/_payload.json', LOST.en],
    ['/EN/nowhere/%5Fpayload.json', LOST.en],
    ['/newsroom/insights/_payload.json?page=99', LOST.zh],
    ['/sitemap.xml/_payload.json', LOST.zh],
  ])('%s is a 404 as JSON', async (address, message) => {
    expect(await failed(address)).toEqual({ status: 404, body: { statusCode: 404, message } });
  });

  it('of an invalid, too long or read-only address is JSON', async () => {
    expect((await failed('/en/%E0%A4%A/_payload.json')).status).toBe(400);
    expect((await failed(`/en/_payload.json?${'x'.repeat(MAX_TARGET_BYTES)}`)).status).toBe(414);
    expect((await failed('/en/history/_payload.json', { method: 'POST' })).status).toBe(405);
  });

  it('has no body for HEAD, and the length of it', async () => {
    const { status, headers, text } = await site().raw('/en/nowhere/_payload.json', { method: 'HEAD' });
    expect([status, headers['content-type'], text]).toEqual([404, 'application/json; charset=utf-8', '']);
  });

  it('is no page: the page itself stays one', async () => {
    site().fake.override(PATHS.events, { destroy: true });
    expect((await site().raw('/history')).headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await site().raw('/_payload.json/')).headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

describe('the log', () => {
  it.each([
    ['/history/_payload.json', { destroy: true }, '500errorMsg'],
    ['/history', { status: 502 }, '500errorMsg'],
    ['/history', code(1001), '500errorMsg'],
    ['/nowhere', data([]), '404errorDes'],
  ] as const)('names the message of the failure at %s', async (address, reply, message) => {
    site().fake.override(PATHS.events, reply);
    const { headers } = await site().raw(address);
    expect(site().linesWith(`${headers['x-request-id']}`)[0]).toMatchObject({ message });
  });
});
