import { describe, expect, it } from 'vitest';
import { hashSource } from '../../../src/http/middleware/security-headers.ts';
import { textOf } from '../../support/html.ts';
import { MULTIPART, multipart } from '../../support/multipart.ts';
import {
  arrive,
  CHINESE_FORM,
  FORM,
  formSiteForFile,
  goodAnswers,
  pdf,
  SENT,
  type Visitor,
  visitor,
  whole,
} from './form-site.ts';

const site = formSiteForFile();
const URL_ENCODED = 'application/x-www-form-urlencoded';

const send = (client: Visitor, target: string, method: string, type?: string, body = '') =>
  client.send(target, method, type === undefined ? {} : { 'Content-Type': type }, Buffer.from(body));

describe.each([FORM, CHINESE_FORM, `${FORM}?utm_source=x`])('%s', (address) => {
  it('has no-store and the site’s content security policy', async () => {
    const { status, headers } = await visitor(site()).get(address);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    const policy = `${headers['content-security-policy']}`;
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("media-src 'self'");
    expect(policy).not.toMatch(/unsafe|nonce|\*/u);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('has no inline handler, and only inline scripts that the policy allows', async () => {
    const { text, all, headers } = await (await arrive(site())).get(address);
    expect(text).not.toMatch(/\s(?:style|on[a-z]+)=["']/u);
    expect(text).not.toContain('hx-on');
    for (const script of all('script')) {
      const { src, type } = script.attributes;
      if (src) expect(src).toMatch(/^\/assets\//u);
      else if (type !== 'application/ld+json')
        expect(headers['content-security-policy']).toContain(hashSource(textOf(script)));
    }
  });
});

describe('methods of the form’s addresses', () => {
  const ADDRESSES = [
    [FORM, 'GET, HEAD, POST'],
    [CHINESE_FORM, 'GET, HEAD, POST'],
    [`${FORM}/files`, 'GET, HEAD, POST'],
    [SENT, 'GET, HEAD'],
    [`${FORM}/receipt.txt`, 'GET, HEAD'],
  ] as const;

  it.each(ADDRESSES)('%s allows %s', async (address, allowed) => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status, headers } = await send(visitor(site()), address, method);
      expect({ method, status, allow: headers.allow }).toEqual({ method, status: 405, allow: allowed });
    }
  });

  it('returns 405 for a POST to the receipt', async () => {
    const client = await arrive(site());
    const { status, headers } = await send(client, SENT, 'POST', URL_ENCODED, 'a=b');
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD' });
  });

  it('answers HEAD like GET, without a body', async () => {
    const { status, headers, body } = await visitor(site()).send(FORM, 'HEAD', {});
    expect({ status, length: body.length }).toEqual({ status: 200, length: 0 });
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('GET of an address for POSTs', () => {
  it.each([
    [`${FORM}/files`, FORM],
    [`${CHINESE_FORM}/files`, CHINESE_FORM],
  ])('%s redirects to the form', async (address, form) => {
    const { status, headers } = await visitor(site()).get(address);
    expect([302, 303]).toContain(status);
    expect(headers.location).toBe(form);
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('non-canonical address', () => {
  it.each([
    ['/en/apply/', '/en/apply'],
    ['/en/APPLY', '/en/apply'],
    ['/EN/apply', '/en/apply'],
    ['/Apply/', '/apply'],
    ['/zh/apply', '/apply'],
    ['/en/apply/?a=b', '/en/apply?a=b'],
    ['/en/apply/sent/', '/en/apply/sent'],
    ['/en/Apply/sent', '/en/apply/sent'],
    ['/Apply/sent', '/apply/sent'],
  ])('%s redirects to %s', async (asked, right) => {
    const client = await arrive(site());
    await client.post(whole());
    const { status, headers } = await client.get(asked);
    expect({ status, location: headers.location }).toEqual({ status: 308, location: right });
  });

  it.each(['/en/apply/', '/en/APPLY', '/en/apply?x=1&x=2', '/en/apply?', '/EN/apply'])(
    'accepts a POST: %s',
    async (address) => {
      const client = await arrive(site());
      const body = multipart(Object.entries({ ...client.inputs(), ...goodAnswers }), [pdf()]);
      const headers = { 'Content-Type': MULTIPART, 'Content-Length': `${body.length}` };
      const answer = await client.send(address, 'POST', headers, body);
      expect(answer.status).toBe(303);
      expect(answer.headers.location).toMatch(/^\/en\/apply\/sent\?receipt=/u);
    },
  );

  it.each([
    '/en/apply/nothing',
    '/en/apply/files/x',
    '/en/apply/sent/x',
    '/en//apply',
    '/en/apply//sent',
    '/en/apply/%2e%2e',
    '/en/history/files',
    '/en/history/sent',
  ])('returns 404 for %s', async (address) => {
    expect((await visitor(site()).get(address)).status).toBe(404);
  });
});

describe('query', () => {
  it.each([
    '?a=b',
    '?page=2',
    '?go=Apply',
    '?token=x&submitKey=y&companyName=z',
    '?lang=fr',
    `?${'a'.repeat(2000)}`,
    '?%00',
    '?%E4%BC',
  ])('%s does not change the form', async (query) => {
    const client = visitor(site());
    const page = await client.get(`${FORM}${query}`);
    expect(page.status).toBe(200);
    expect(client.inputs()).toMatchObject({ companyName: '' });
    expect(page.form?.attributes.action).toBe(FORM);
  });

  it('of the language switch redirects, and keeps the draft', async () => {
    const client = await arrive(site());
    await client.post({ fields: { companyName: 'Mine' } });
    const { status, headers } = await client.get(`${CHINESE_FORM}?lang=zh`);
    expect({ status, location: headers.location }).toEqual({ status: 303, location: CHINESE_FORM });
    await client.get(CHINESE_FORM);
    expect(client.inputs().companyName).toBe('Mine');
  });
});
