import { describe, expect, it } from 'vitest';
import { SITE_URL } from '../../support/site.ts';
import { begin, CHINESE_FORM, countOf, draftOf, FORM, formSiteForFile, visitor, whole } from './form-site.ts';

const site = formSiteForFile();
const OWN_HOST = new URL(SITE_URL).host;

type Where = { 'Sec-Fetch-Site'?: string; Origin?: string; Host?: string };

/** No token, and the origin headers of the browser. */
const OWN: Where[] = [
  { 'Sec-Fetch-Site': 'same-origin' },
  { 'Sec-Fetch-Site': 'none' },
  { 'Sec-Fetch-Site': 'same-origin', Origin: SITE_URL },
  { 'Sec-Fetch-Site': 'same-site', Origin: SITE_URL },
  { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://elsewhere.example' },
  { Origin: SITE_URL },
  { Origin: SITE_URL.replace('https:', 'http:') },
  { Origin: SITE_URL, Host: 'internal.example:3000' },
  { Origin: 'https://alias.example', Host: 'alias.example' },
  { Origin: 'http://alias.example:8080', Host: 'alias.example:8080' },
  { Origin: 'https://alias.example', Host: 'ALIAS.example' },
  { Origin: 'http://[2001:db8::1]:8080', Host: '[2001:db8::1]:8080' },
];

const FOREIGN: Where[] = [
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'cross-site', Origin: SITE_URL },
  { Origin: 'https://elsewhere.example' },
  { Origin: 'null' },
  { Origin: `https://elsewhere.example/${OWN_HOST}` },
  { Origin: `https://${OWN_HOST}.elsewhere.example` },
  { Origin: `https://elsewhere.example#${OWN_HOST}` },
  { Origin: `https://${OWN_HOST}@elsewhere.example` },
  { Origin: `https://${OWN_HOST.split('.').slice(1).join('.')}` },
  { Origin: 'https://alias.example:8443', Host: 'alias.example' },
  { Origin: 'file://' },
  { Origin: 'nonsense' },
];

const told = (where: Where) => JSON.stringify(where);

/** Log line of a refused POST. */
const refusals = () =>
  site().lines.filter(({ status, failure }) => status === 403 && failure === 'crossSite').length;

describe('POST from this site', () => {
  it.each(OWN.map((where) => [told(where), where] as const))('by %s needs no token', async (_told, where) => {
    const client = await begin(site());
    const before = await countOf(site());
    const { status } = await client.post({ ...whole(), headers: where, without: ['token'] });
    expect(status).toBe(303);
    expect(await countOf(site())).toBe(before + 1);
  });
});

describe('POST from another site', () => {
  it.each(FOREIGN.map((where) => [told(where), where] as const))(
    'by %s is refused with a valid token, and nothing is stored',
    async (_told, where) => {
      const client = await begin(site());
      const [count, logged] = [await countOf(site()), refusals()];
      const page = await client.post({ ...whole(), headers: where });
      expect(page.status).toBe(403);
      expect(page.summary).toContain('sent from another website');
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.headers['set-cookie']).toBeUndefined();
      expect(refusals()).toBe(logged + 1);
      expect(await countOf(site())).toBe(count);
      expect(await draftOf(site(), client)).toMatchObject({ fields: {}, names: [] });
    },
  );

  it('begins no draft for a visitor without one', async () => {
    const client = visitor(site());
    await client.post({ ...whole(), headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect([...client.cookies]).toEqual([]);
  });

  it('is refused in Chinese at the Chinese form', async () => {
    const client = await begin(site(), CHINESE_FORM);
    const page = await client.post({ ...whole(), headers: { Origin: 'null' } });
    expect(page.summary).toContain('来自其他网站');
  });

  it('is refused, but GET is not', async () => {
    const { status } = await visitor(site()).get(FORM, { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' });
    expect(status).toBe(200);
  });
});
