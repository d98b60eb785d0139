import { expect, it } from 'vitest';
import { DRAFT_DAYS } from '../../../src/applications/rules/limits.ts';
import { DAY_MS } from '../../../src/lib/days.ts';
import { rowsOf } from '../../stress/attack/support/traces.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { allIn, type Element } from '../../support/html.ts';
import { MULTIPART, multipart } from '../../support/multipart.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { arrive, FORM, goodAnswers, pdf, SENT, visitor } from './form-site.ts';

/** Uses the default limits per client address. */
const site = siteForFile({ CAPTCHA_TEST_ANSWER: TEST_SETTINGS.CAPTCHA_TEST_ANSWER });
const plainSite = siteForFile({ ...TEST_SETTINGS, SITE_URL: 'http://127.0.0.1:8080' });

it.each([
  [FORM, 'GET, HEAD, POST'],
  [SENT, 'GET, HEAD'],
  // Like any unknown URL.
  [`${FORM}/files`, 'GET, HEAD'],
])('%s returns 405 with Allow: %s for other methods', async (address, allowed) => {
  const { status, headers } = await visitor(site()).send(address, 'PUT', {});
  expect([status, headers.allow]).toEqual([405, allowed]);
});

it('redirects a form URL in another case with 308, but accepts a POST to it', async () => {
  const client = await arrive(site());
  const { status, headers } = await client.get('/en/APPLY/?a=b');
  expect([status, headers.location]).toEqual([308, '/en/apply?a=b']);
  const body = multipart(Object.entries({ ...client.inputs(), ...goodAnswers }), [pdf()]);
  const sent = { 'Content-Type': MULTIPART, 'Content-Length': `${body.length}` };
  expect((await client.send('/en/APPLY/', 'POST', sent, body)).headers.location).toMatch(
    /^\/en\/apply\/sent\?/u,
  );
});

it('does not fill the form from its query', async () => {
  const client = visitor(site());
  expect((await client.get(`${FORM}?companyName=z&submitKey=y`)).form?.attributes.action).toBe(FORM);
  expect(client.inputs()).toMatchObject({
    companyName: '',
    submitKey: expect.stringMatching(/^[\w-]{22}$/u),
  });
});

/** Returns the URLs of the captcha image and audio of a form. */
const mediaOf = (main: Element): string[] => {
  const [field = main] = allIn(main, 'div', { id: 'captcha-field' });
  return [...allIn(field, 'img'), ...allIn(field, 'audio')].map(({ attributes }) => attributes.src ?? '');
};

it('opening the form with its captcha media does not create rows or set cookies', async () => {
  const traces = () =>
    ['drafts', 'draft_files', 'sessions', 'limits'].map((table) => rowsOf(site(), `select * from ${table}`));
  const before = traces();
  for (const method of ['GET', 'HEAD']) {
    const client = await arrive(site());
    for (const address of [FORM, ...mediaOf((await client.get()).main)])
      expect((await client.send(address, method, {})).status).toBe(200);
    expect(client.cookies.size).toBe(0);
  }
  expect(traces()).toEqual(before);
});

it('each GET of the form has a new key and captcha code', async () => {
  const client = await arrive(site());
  const { submitKey, sealedCode } = client.inputs();
  const [image] = mediaOf((await client.get()).main);
  expect(client.inputs().submitKey).not.toBe(submitKey);
  expect(client.inputs().sealedCode).not.toBe(sealedCode);
  expect(image).toBe(`/captcha/image?code=${client.inputs().sealedCode}`);
});

const cookieOfPost = async (at = site) => (await (await arrive(at())).post({})).headers['set-cookie'] ?? [];

it('the first POST sets an HttpOnly, SameSite session cookie for a week', async () => {
  const [cookie = '', ...more] = await cookieOfPost();
  expect(more).toEqual([]);
  const [pair = '', ...attributes] = cookie.split('; ');
  expect(pair).toMatch(/^__Host-application=s%3A[\w-]{20,}\.[\w%]{20,}$/u);
  expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']));
  const expires = Date.parse(attributes.find((one) => one.startsWith('Expires='))?.slice(8) ?? '');
  expect(Math.abs(expires - Date.now() - DRAFT_DAYS * DAY_MS)).toBeLessThan(60_000);
});

it('does not mark the session cookie Secure if SITE_URL is http', async () => {
  const [cookie = ''] = await cookieOfPost(plainSite);
  expect(cookie).toMatch(/^plinth-application=.*HttpOnly/u);
  expect(cookie).not.toContain('Secure');
});

it.each([
  [
    'is the signed one of several with its name',
    site,
    `__Host-application=s%3Ax.${'A'.repeat(43)}; __Host-application=OWN`,
    'Mine',
  ],
  ['is read with its prefix only on HTTPS', site, 'application=OWN; plinth-application=OWN', ''],
])('the session cookie %s', async (_what, at, header, name) => {
  const client = await arrive(at());
  await client.post({ fields: { companyName: 'Mine' } });
  const other = visitor(at());
  const [value = ''] = client.cookies.values();
  await other.get(FORM, { Cookie: header.replaceAll('OWN', value) });
  expect(other.inputs().companyName).toBe(name);
});
