import { expect, it } from 'vitest';
import { DRAFT_DAYS } from '../../../src/applications/rules/limits.ts';
import { DAY_MS } from '../../../src/lib/days.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import {
  arrive,
  CHINESE_FORM,
  draftIdOf,
  FORM,
  formSiteForFile,
  goodAnswers,
  SENT,
  visitor,
} from './form-site.ts';

const site = formSiteForFile();
const plainSite = siteForFile({ ...TEST_SETTINGS, SITE_URL: 'http://127.0.0.1:8080' });

const cookieOf = async (path: string, at = site) =>
  (await visitor(at()).get(path)).headers['set-cookie'] ?? [];

const cookieOfPost = async (path: string, at = site) =>
  (await (await arrive(at(), path)).post({})).headers['set-cookie'] ?? [];

it.each([FORM, CHINESE_FORM])(
  'the first POST to %s sets an HttpOnly, SameSite session cookie for a week',
  async (path) => {
    const [cookie = '', ...more] = await cookieOfPost(path);
    expect(more).toEqual([]);
    const [pair = '', ...attributes] = cookie.split('; ');
    expect(pair).toMatch(/^__Host-application=s%3A[\w-]{20,}\.[\w%]{20,}$/u);
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']));
    const expires = Date.parse(attributes.find((one) => one.startsWith('Expires='))?.slice(8) ?? '');
    expect(Math.abs(expires - Date.now() - DRAFT_DAYS * DAY_MS)).toBeLessThan(60_000);
  },
);

it('does not mark the session cookie Secure if SITE_URL is http', async () => {
  const [cookie = ''] = await cookieOfPost(FORM, plainSite);
  expect(cookie).toContain('HttpOnly');
  expect(cookie).not.toContain('Secure');
});

it.each([
  '/',
  '/en/history',
  '/search?keyword=a',
  '/en/apply/nothing',
  '/healthz',
  SENT,
  `${FORM}/files`,
  FORM,
  CHINESE_FORM,
])('GET %s does not set a session cookie', async (path) => {
  expect(await cookieOf(path)).toEqual([]);
});

it('the session cookie contains only an id and a signature', async () => {
  const client = await arrive(site());
  await client.post({ fields: goodAnswers });
  const value = decodeURIComponent(client.cookies.get('__Host-application') ?? '');
  expect(value).not.toContain(await draftIdOf(site(), client));
  expect(value).not.toContain('qinghe');
});

/** Returns the company name on the form when the session cookie is sent among others. */
async function nameWith(
  at: typeof site,
  cookieHeader: (value: string) => string,
): Promise<string | undefined> {
  const client = await arrive(at());
  await client.post({ fields: { companyName: 'Mine' } });
  const [value = ''] = client.cookies.values();
  const other = visitor(at());
  await other.get(FORM, { Cookie: cookieHeader(value) });
  return other.inputs().companyName;
}

it.each([
  'application=theirs; __Host-application=theirs; __Host-application=OWN',
  `__Host-application=s%3Atheirs.${'A'.repeat(43)}; __Host-application=OWN; __Host-application=theirs`,
])('finds the valid session cookie in %s', async (header) => {
  expect(await nameWith(site, (value) => header.replace('OWN', value))).toBe('Mine');
});

it('opens a draft by the earlier cookie name on plain HTTP', async () => {
  expect((await cookieOfPost(FORM, plainSite))[0]).toMatch(/^plinth-application=/u);
  expect(await nameWith(plainSite, (value) => `application=theirs; application=${value}`)).toBe('Mine');
});

it('does not open a draft by a cookie without the prefix on HTTPS', async () => {
  expect(await nameWith(site, (value) => `application=${value}; plinth-application=${value}`)).toBe('');
});

it('ignores a session cookie with another signature', async () => {
  const client = await arrive(site());
  await client.post({ fields: { companyName: 'Mine' } });
  const forged = visitor(site());
  const value = client.cookies.get('__Host-application') ?? '';
  forged.cookies.set('__Host-application', `${value.slice(0, -5)}AAAAA`);
  await forged.get();
  expect(forged.inputs()).toMatchObject({ companyName: '' });
});
