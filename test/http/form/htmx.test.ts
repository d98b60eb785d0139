import { describe, expect, it } from 'vitest';
import { goodFields, type Sending, TEST_ANSWER } from '../../support/form-client.ts';
import { textOf } from '../../support/html.ts';
import { fileOf } from './files.ts';
import { begin, byHtmx, CHINESE_FORM, FORM, formSiteForFile, goodAnswers, pdf, whole } from './form-site.ts';
import { byId, componentOf, controlOf, filesShown, readFragment } from './read-form.ts';

const site = formSiteForFile();
/** Removes tokens and captcha codes, which differ each time. */
const withoutTimes = (html: string) =>
  html.replace(/name="(token|sealedCode)" value="[^"]*"/gu, '$1').replace(/\?code=[\w-]+/gu, '?code=');

/** POSTs that show the form again. */
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
  describe.each(STATES)('form that is %s', (_state, sending) => {
    it('returns the component of the whole page to htmx, with the same title and status', async () => {
      const [reader, swapper] = [await begin(site(), path), await begin(site(), path)];
      // Equal pages need the same submit key.
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

  it('redirects htmx to the receipt after a successful submit', async () => {
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

describe('fragment', () => {
  it('consists of a title and the component', async () => {
    const { text } = await byHtmx(await begin(site()));
    expect(text.replace(componentOf(text), '')).toMatch(/^<title>[^<]+<\/title>$/u);
  });

  it('shows the files and a notice after an upload', async () => {
    const client = await begin(site());
    const { status, text } = await byHtmx(client, { files: [pdf('a.pdf')], button: { action: 'upload' } });
    const page = readFragment(text);
    expect(status).toBe(200);
    expect(filesShown(page)).toEqual(['a.pdf']);
    expect(byId(page.main, '_notice').map(textOf)).toEqual(['Upload success: 1 file']);
    expect(page.title.startsWith('Error')).toBe(false);
    expect((await client.get()).notice).toBeUndefined();
  });

  it('shows a notice after a removal and after a new code', async () => {
    const client = await begin(site());
    await byHtmx(client, { files: [pdf('a.pdf')], button: { action: 'upload' } });
    const { fileIds } = await client.get();
    const removed = readFragment((await byHtmx(client, { button: { remove: fileIds[0] ?? '' } })).text);
    expect(filesShown(removed)).toEqual([]);
    expect(byId(removed.main, '_notice').map(textOf)).toEqual(['The file was removed.']);
    const renewed = readFragment((await byHtmx(client, { button: { action: 'new-code' } })).text);
    expect(byId(renewed.main, '_notice').map(textOf)).toEqual(['The verification code has been replaced.']);
  });

  it('is returned only for HX-Request: true', async () => {
    const client = await begin(site());
    expect((await client.post({ headers: { 'HX-Request': 'false' } })).text).toContain('<html');
  });
});

describe('error for htmx', () => {
  it.each([
    ['of another type', { headers: { 'Content-Type': 'application/json' } }],
    ['of no field', { check: 'nonsense' }],
  ])('(a POST %s) does not replace the form', async (_what, sending) => {
    const answer = await byHtmx(await begin(site()), sending);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers['hx-reswap']).toBe('none');
  });

  it('does not replace the form after the captcha was solved', async () => {
    const client = await begin(site());
    await byHtmx(client, { fields: { captcha: TEST_ANSWER } });
    const { text } = await byHtmx(client);
    expect(controlOf(readFragment(text).main, 'captcha')?.tag).toBe('p');
  });
});
