import { expect, it } from 'vitest';
import { SITE_URL } from '../support/site.ts';
import { siteForFile } from '../support/site-for-file.ts';

const ADDRESS = '/.well-known/security.txt';
const CONTACT = 'mailto:security@lanxi.example';
const DAY_MS = 86_400_000;
const withContact = siteForFile({ SECURITY_CONTACT: CONTACT });
const without = siteForFile();

it('security.txt has the fields of RFC 9116', async () => {
  const { headers, text } = await withContact().raw(ADDRESS);
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=86400',
  });
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/su) as [string, string]);
  const { Expires = '', ...fields } = Object.fromEntries(lines);
  expect(fields).toEqual({
    Contact: CONTACT,
    'Preferred-Languages': 'zh, en',
    Canonical: `${SITE_URL}${ADDRESS}`,
  });
  const days = (Date.parse(Expires) - Date.now()) / DAY_MS;
  expect([days > 300, days < 365]).toEqual([true, true]);
});

it('security.txt returns 404 without SECURITY_CONTACT', async () => {
  expect((await without().raw(ADDRESS)).status).toBe(404);
  expect((await withContact().raw(ADDRESS, { method: 'POST' })).status).toBe(405);
});
