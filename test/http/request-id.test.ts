import { describe, expect, it } from 'vitest';
import { quotedIn } from '../support/error-page.ts';
import { PATHS } from '../support/fake-backend.ts';
import { siteForFile } from '../support/site-for-file.ts';

const direct = siteForFile({ CONTENT_FRESH_S: '0', CONTENT_STALE_S: '0' });
const behindProxy = siteForFile({ TRUST_PROXY: '1' });

const idOf = async (given?: string, address = '/healthz') => {
  const headers: Record<string, string> = given === undefined ? {} : { 'X-Request-Id': given };
  return (await behindProxy().raw(address, { headers })).headers['x-request-id'];
};

describe('the number of a request', () => {
  it('can be read out: ten characters that are not taken for others', async () => {
    const { headers } = await direct().raw('/healthz');
    expect(headers['x-request-id']).toMatch(/^[2-9AC-HJ-NP-RTV-Y]{10}$/u);
  });

  it.each([
    ['/history', '如需就此联系我们，请提供编号'],
    ['/en/history', 'If you contact us about this, please quote the number'],
  ])('stands on the error page of %s, in its head and in the log', async (address, words) => {
    direct().fake.override(PATHS.events, { status: 500 });
    const { headers, text } = await direct().raw(address);
    const number = `${headers['x-request-id']}`;
    expect(text).toContain(words);
    expect(quotedIn(text)).toBe(number);
    const [line] = direct().linesWith(number);
    expect(line).toMatchObject({ request: number, status: 500, path: address, kind: 'page' });
  });

  it('is kept where a proxy in front gave one', async () => {
    const given = '01J9ZC6T-edge.example';
    expect(await idOf(given)).toBe(given);
    expect(behindProxy().linesWith(given)).toHaveLength(1);
  });

  it.each(['short', 'x'.repeat(65), 'with space here', '<b>12345678</b>', 'Ünïcode-12345'])(
    'is another where what was given is none: %s',
    async (given) => {
      expect(await idOf(Buffer.from(given).toString('latin1'))).toMatch(/^[2-9A-Y]{10}$/u);
    },
  );

  it('is never a visitor’s own where no proxy is in front', async () => {
    const { headers } = await direct().raw('/healthz', { headers: { 'X-Request-Id': 'given-by-visitor' } });
    expect(headers['x-request-id']).not.toBe('given-by-visitor');
  });
});
