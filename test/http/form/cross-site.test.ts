import { expect, it } from 'vitest';
import { SITE_URL } from '../../support/site.ts';
import { begin, countOf, draftOf, formSiteForFile, whole } from './form-site.ts';

const site = formSiteForFile();
const OWN_HOST = new URL(SITE_URL).host;

type Where = { 'Sec-Fetch-Site'?: string; Origin?: string; Host?: string };

/** Origin headers of requests that do not need a token. */
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
  { Origin: 'http://[2001:db8::1]:8080', Host: '[2001:db8::1]:8080' },
];

const FOREIGN: Where[] = [
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'cross-site', Origin: SITE_URL },
  { Origin: 'https://elsewhere.example' },
  { Origin: 'null' },
  { Origin: `https://${OWN_HOST}.elsewhere.example` },
  { Origin: `https://${OWN_HOST}@elsewhere.example` },
  { Origin: `https://${OWN_HOST.split('.').slice(1).join('.')}` },
  { Origin: 'https://alias.example:8443', Host: 'alias.example' },
  { Origin: 'file://' },
  { Origin: 'nonsense' },
];

const told = (where: Where) => JSON.stringify(where);

/** Returns the number of POSTs logged as cross-site refusals. */
const refusals = () =>
  site().lines.filter(({ status, failure }) => status === 403 && failure === 'crossSite').length;

it.each(OWN.map((where) => [told(where), where] as const))(
  'accepts a POST without a token from this site with %s',
  async (_told, where) => {
    const client = await begin(site());
    const before = await countOf(site());
    const { status } = await client.post({ ...whole(), headers: where, without: ['token'] });
    expect(status).toBe(303);
    expect(await countOf(site())).toBe(before + 1);
  },
);

it.each(FOREIGN.map((where) => [told(where), where] as const))(
  'refuses a cross-site POST with %s even if its token is valid',
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
