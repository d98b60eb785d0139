import { expect, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import zh from '../../locales/zh/site.json' with { type: 'json' };
import { MAX_TARGET_BYTES } from '../../src/http/middleware/address.ts';
import { code, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import type { RawOptions } from '../support/raw-request.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);

/** Requests a failing payload and checks its common headers. */
async function failed(address: string, options?: RawOptions) {
  const { status, headers, text } = await site().raw(address, options);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  return { status, body: JSON.parse(text) as unknown };
}

it.each([
  [{ destroy: true }, 500, 500],
  [code(403), 403, 403],
  [code(404), 404, 404],
  [code(1002), 500, 1002],
  [code(-1), 500, -1],
] as const)(
  'a payload that fails with %j is JSON with status %d and code %d',
  async (reply, httpStatus, statusCode) => {
    site().fake.override(PATHS.events, reply);
    for (const [address, texts] of [
      ['/history/_payload.json', zh],
      ['/en/history/_payload.json?x=1', en],
    ] as const) {
      const { status, body } = await failed(address);
      expect([status, body]).toEqual([httpStatus, { statusCode, message: texts['500errorMsg'] }]);
    }
  },
);

it.each([
  ['/nowhere/_payload.json', zh],
  ['/en/newsroom/insights/nobody/_payload.json', en],
  ['/en/apply/sent/_payload.json', en],
  ['/en/search/_payload.json', en],
  ['/en//history/_payload.json', en],
  ['/newsroom/insights/_payload.json?page=99', zh],
  ['/sitemap.xml/_payload.json', zh],
])('%s returns 404 as JSON', async (address, texts) => {
  const { status, body } = await failed(address);
  expect([status, body]).toEqual([404, { statusCode: 404, message: texts['404errorDes'] }]);
});

it('returns JSON for a payload at an invalid URL', async () => {
  expect((await failed('/en/%E0%A4%A/_payload.json')).status).toBe(400);
  expect((await failed(`/en/_payload.json?${'x'.repeat(MAX_TARGET_BYTES)}`)).status).toBe(414);
  expect((await failed('/en/history/_payload.json', { method: 'POST' })).status).toBe(405);
});
