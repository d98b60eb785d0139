import { expect, it } from 'vitest';
import { requestNumberIn } from '../support/error-page.ts';
import { NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { siteForFile } from '../support/site-for-file.ts';

const direct = siteForFile(NO_CONTENT_CACHE);
const behindProxy = siteForFile({ TRUST_PROXY: '1' });
/** Ten characters that are hard to confuse with others. */
const OWN = /^[2-9AC-HJ-NP-RTV-Y]{10}$/u;

const idOf = async (given: string, at = behindProxy()) =>
  (await at.raw('/robots.txt', { headers: { 'X-Request-Id': given } })).headers['x-request-id'];

it.each([
  ['/history', '如需就此联系我们，请提供编号'],
  ['/en/history', 'If you contact us about this, please quote the number'],
])('the request id is unique and appears on the error page of %s and in the log', async (address, words) => {
  direct().fake.override(PATHS.events, { status: 500 });
  const [one, two] = [await direct().raw(address), await direct().raw(address)];
  const request = `${one.headers['x-request-id']}`;
  expect(request).toMatch(OWN);
  expect(two.headers['x-request-id']).not.toBe(request);
  expect(one.text).toContain(words);
  expect(requestNumberIn(one.text)).toBe(request);
  const [line] = direct().linesWith(request);
  expect(line).toMatchObject({ request, status: 500, path: address, kind: 'page' });
});

it('logs the request id of a proxy', async () => {
  const given = '01J9ZC6T-edge.example';
  expect(await idOf(given)).toBe(given);
  expect(behindProxy().linesWith(given)).toHaveLength(1);
});

it.each(['short', 'x'.repeat(65), 'with space here', '<b>12345678</b>', 'Ünïcode-12345'])(
  'replaces the invalid request id %s',
  async (given) => {
    expect(await idOf(Buffer.from(given).toString('latin1'))).toMatch(OWN);
  },
);

it('ignores the request id of a visitor without a proxy', async () => {
  expect(await idOf('given-by-visitor', direct())).toMatch(OWN);
});
