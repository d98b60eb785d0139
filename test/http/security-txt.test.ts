import { describe, expect, it } from 'vitest';
import { SITE_URL } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const ADDRESS = '/.well-known/security.txt';
const CONTACT = 'mailto:security@lanxi.example';
const told = siteForFile({ SECURITY_CONTACT: CONTACT });
const untold = siteForFile();

const DAY_MS = 86_400_000;

describe('contact for vulnerability reports', () => {
  it('is said as RFC 9116 wants it', async () => {
    const { status, headers, text } = await told().raw(ADDRESS);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=86400',
    });
    const lines = text.trimEnd().split('\n');
    const fields = new Map(lines.map((line) => line.split(/: (.*)/su) as [string, string]));
    expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical']);
    expect(fields.get('Contact')).toBe(CONTACT);
    expect(fields.get('Preferred-Languages')).toBe('zh, en');
    expect(fields.get('Canonical')).toBe(`${SITE_URL}${ADDRESS}`);
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThan(365);
    expect(fields.get('Expires')).toMatch(/T00:00:00\.000Z$/u);
  });

  it('is a 404 page where the settings name nobody', async () => {
    const { status, heading } = await pageAt(untold(), ADDRESS);
    expect([status, heading]).toEqual([404, '哎呀，您要找的页面不见了！']);
  });

  it('may be looked at and not changed', async () => {
    expect((await told().raw(ADDRESS, { method: 'HEAD' })).status).toBe(200);
    expect((await told().raw(ADDRESS, { method: 'POST' })).status).toBe(405);
  });
});
