import { expect, it } from 'vitest';
import { FREE, formClient } from '../support/form-client.ts';
import { siteForFile } from '../support/site-for-file.ts';
import { FORM } from './support/bodies.ts';
import { rowsOf } from './support/traces.ts';

const site = siteForFile(FREE);

const CHOSEN = ['s%3Achosen.by-someone-else', 'chosen', `s%3A${'c'.repeat(32)}.${'d'.repeat(43)}`, ''];

it.each(CHOSEN)('a session that was chosen (%s) is never taken over', async (chosen) => {
  const client = formClient(site().port, FORM);
  client.cookies.set('__Host-application', chosen);
  await client.get();
  await client.post({});
  const given = client.cookies.get('__Host-application') ?? '';
  expect(given).not.toBe(chosen);
  expect(given).toMatch(/^s%3A[\w-]{32}\./u);
  const known = rowsOf<{ id: string }>(site(), 'select id from sessions').map(({ id }) => id);
  expect(known.filter((id) => id.includes('chosen') || id.includes('cccc'))).toEqual([]);
});

it.each(['?application=chosen', '?sid=chosen', ';jsessionid=chosen'])(
  'nor by an address that ends in %s',
  async (ending) => {
    const client = formClient(site().port, FORM);
    await client.get(FORM + ending);
    await client.post({});
    expect(client.cookies.get('__Host-application') ?? '').not.toContain('chosen');
  },
);

it('whoever is on another host of the domain, or on an unsafe line, can plant none: browsers keep the prefix for the site itself', async () => {
  const client = formClient(site().port, FORM);
  await client.get();
  const { headers } = await client.post({});
  const [cookie = ''] = headers['set-cookie'] ?? [];
  expect(cookie).toMatch(/^__Host-application=/u);
  expect(cookie).toMatch(/; Path=\/(?:;|$)/u);
  expect(cookie).toContain('; Secure');
  expect(cookie).not.toContain('Domain=');
  expect(rowsOf(site(), 'select id from sessions').length).toBeGreaterThan(0);
});
