import { describe, expect, it } from 'vitest';
import { goodFields, type Sending, TEST_ANSWER } from '../../support/form-client.ts';
import { textOf } from '../../support/html.ts';
import { fileOf } from './files.ts';
import { begin, byHtmx, CHINESE_FORM, FORM, formSiteForFile, goodAnswers, pdf, whole } from './form-site.ts';
import { byId, componentOf, controlOf, filesShown, readFragment } from './read-form.ts';

const site = formSiteForFile();
/** Tokens say when they were made, and a code is another one each time: all else is equal for equal states. */
const withoutTimes = (html: string) =>
  html.replace(/name="(token|sealedCode)" value="[^"]*"/gu, '$1').replace(/\?code=[\w-]+/gu, '?code=');

/** Sendings after which the form comes back, for two visitors alike. */
const STATES: [state: string, sending: Sending][] = [
  ['empty', {}],
  ['half filled in', { fields: { companyName: '半份', contactEmail: 'x@' } }],
  ['whole but for a file', { fields: goodAnswers }],
  ['with hostile words', { fields: { companyName: '"><script>', companyDescription: '\n</textarea>' } }],
  ['with a bad file', { fields: goodFields, files: [fileOf('a.exe', 'MZ')] }],
  ['without its token', { fields: goodAnswers, without: ['token'] }],
  ['with an upload of nothing', { fields: goodFields, button: { action: 'upload' } }],
];

describe.each([FORM, CHINESE_FORM])('at %s', (path) => {
  describe.each(STATES)('the form that is %s', (_state, sending) => {
    it('comes to htmx as the component that the whole page has, with the page’s title and status', async () => {
      const [reader, swapper] = [await begin(site(), path), await begin(site(), path)];
      // One submit key a draft: the visitors share one.
      for (const [name, value] of reader.cookies) swapper.cookies.set(name, value);
      await swapper.get();
      const page = await reader.post(sending);
      const fragment = await byHtmx(swapper, sending);
      expect(fragment.status).toBe(page.status);
      expect(fragment.text).not.toContain('<html');
      expect(readFragment(fragment.text).title).toBe(page.title);
      expect(withoutTimes(componentOf(fragment.text))).toBe(withoutTimes(componentOf(page.text)));
      expect(fragment.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(fragment.headers.vary).toContain('HX-Request');
    });
  });

  it('a submit that succeeds leads htmx to the receipt', async () => {
    const client = await begin(site(), path);
    const { status, headers, text } = await byHtmx(client, whole());
    expect({ status, to: headers['hx-redirect'], text }).toEqual({
      status: 200,
      to: expect.stringContaining(`${path}/sent?`),
      text: '',
    });
    expect((await client.get(client.receipt())).status).toBe(200);
    expect((await byHtmx(client, whole())).headers['hx-redirect']).toContain(`${path}/sent?`);
  });
});

describe('a fragment', () => {
  it('is nothing but a title and the component', async () => {
    const { text } = await byHtmx(await begin(site()));
    expect(text.replace(componentOf(text), '')).toMatch(/^<title>[^<]+<\/title>$/u);
  });

  it('after an upload shows the files and says so', async () => {
    const client = await begin(site());
    const { status, text } = await byHtmx(client, { files: [pdf('a.pdf')], button: { action: 'upload' } });
    const page = readFragment(text);
    expect(status).toBe(200);
    expect(filesShown(page)).toEqual(['a.pdf']);
    expect(byId(page.main, '_notice').map(textOf)).toEqual(['Upload success: 1 file']);
    expect(page.title.startsWith('Error')).toBe(false);
    expect((await client.get()).notice).toBeUndefined();
  });

  it('after a removal and a new code is the form with its notice', async () => {
    const client = await begin(site());
    await byHtmx(client, { files: [pdf('a.pdf')], button: { action: 'upload' } });
    const { fileIds } = await client.get();
    const removed = readFragment((await byHtmx(client, { button: { remove: fileIds[0] ?? '' } })).text);
    expect(filesShown(removed)).toEqual([]);
    expect(byId(removed.main, '_notice').map(textOf)).toEqual(['The file was removed.']);
    const renewed = readFragment((await byHtmx(client, { button: { action: 'new-code' } })).text);
    expect(byId(renewed.main, '_notice').map(textOf)).toEqual(['The verification code has been replaced.']);
  });

  it('is asked for by “true” alone', async () => {
    const client = await begin(site());
    expect((await client.post({ headers: { 'HX-Request': 'false' } })).text).toContain('<html');
  });
});

describe('an error page for htmx', () => {
  it.each([
    ['of another type', { headers: { 'Content-Type': 'application/json' } }],
    ['of no field', { check: 'nonsense' }],
  ])('(a POST %s) leaves the form as it is', async (_what, sending) => {
    const answer = await byHtmx(await begin(site()), sending);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers['hx-reswap']).toBe('none');
  });

  it('is the same after the code was answered', async () => {
    const client = await begin(site());
    await byHtmx(client, { fields: { captcha: TEST_ANSWER } });
    const { text } = await byHtmx(client);
    expect(controlOf(readFragment(text).main, 'captcha')?.tag).toBe('p');
  });
});
