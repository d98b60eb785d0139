import { describe, expect, it } from 'vitest';
import { goodFields, type Sending } from '../../support/form-client.ts';
import { textOf } from '../../support/html.ts';
import { begin, byHtmx, FORM, fileOf, formSiteForFile, goodAnswers, pdf, whole } from './form-site.ts';
import { byId, componentOf, filesShown, readFragment } from './read-form.ts';

const site = formSiteForFile();
/** Removes tokens and captcha codes, which differ each time. */
const withoutTimes = (html: string) =>
  html.replace(/name="(token|sealedCode)" value="[^"]*"/gu, '$1').replace(/\?code=[\w-]+/gu, '?code=');

/** POSTs that return the form. */
const STATES: [state: string, sending: Sending][] = [
  ['is half filled in', { fields: { companyName: '"><script>', contactEmail: 'x@' } }],
  ['has a bad file', { fields: goodFields, files: [fileOf('a.exe', 'MZ')] }],
  ['has no token', { fields: goodAnswers, without: ['token'] }],
];

it.each(STATES)(
  'htmx receives the same component as the whole page if the form %s',
  async (_state, sending) => {
    const [reader, swapper] = [await begin(site()), await begin(site())];
    // Equal pages need the same submit key.
    for (const [name, value] of reader.cookies) swapper.cookies.set(name, value);
    await swapper.get();
    const page = await reader.post(sending);
    const fragment = await byHtmx(swapper, sending);
    expect(fragment.status).toBe(page.status);
    expect(readFragment(fragment.text).title).toBe(page.title);
    expect(withoutTimes(componentOf(fragment.text))).toBe(withoutTimes(componentOf(page.text)));
    expect(fragment.text.replace(componentOf(fragment.text), '')).toMatch(/^<title>[^<]+<\/title>$/u);
    expect(fragment.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(fragment.headers.vary).toContain('HX-Request');
  },
);

it('redirects htmx to the receipt after a successful submit', async () => {
  const client = await begin(site());
  const { status, headers, text } = await byHtmx(client, whole());
  expect([status, headers['hx-redirect'], text]).toEqual([200, expect.stringContaining(`${FORM}/sent?`), '']);
  expect((await client.get(client.receipt())).status).toBe(200);
  expect((await byHtmx(client, whole())).headers['hx-redirect']).toContain(`${FORM}/sent?`);
});

describe('the fragment for htmx', () => {
  const noticeIn = (page: ReturnType<typeof readFragment>) => byId(page.main, '_notice').map(textOf).join();

  it('an htmx fragment shows a notice after an upload, a removal and a new code', async () => {
    const client = await begin(site());
    const { status, text } = await byHtmx(client, { files: [pdf('a.pdf')], button: { action: 'upload' } });
    const page = readFragment(text);
    expect([status, filesShown(page), noticeIn(page)]).toEqual([200, ['a.pdf'], 'Upload success: 1 file']);
    const { fileIds, notice } = await client.get();
    expect(notice).toBeUndefined();
    const removed = readFragment((await byHtmx(client, { button: { remove: fileIds[0] ?? '' } })).text);
    expect([filesShown(removed), noticeIn(removed)]).toEqual([[], 'The file was removed.']);
    const renewed = readFragment((await byHtmx(client, { button: { action: 'new-code' } })).text);
    expect(noticeIn(renewed)).toBe('The verification code has been replaced.');
  });

  it('returns the fragment only for HX-Request: true', async () => {
    const client = await begin(site());
    expect((await client.post({ headers: { 'HX-Request': 'false' } })).text).toContain('<html');
  });

  it.each([
    ['of another type', { headers: { 'Content-Type': 'application/json' } }],
    ['that checks an unknown field', { check: 'nonsense' }],
  ])('htmx does not replace the form after a POST %s', async (_what, sending) => {
    const answer = await byHtmx(await begin(site()), sending);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers['hx-reswap']).toBe('none');
  });
});
