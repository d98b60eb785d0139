import { expect, it } from 'vitest';
import { NEEDS_FORM } from '../../../src/applications/rules/form-protocol.ts';
import { texts } from '../../../src/i18n/set-up.ts';
import { rowsOf } from '../../stress/attack/support/traces.ts';
import { SITE_URL } from '../../support/site.ts';
import { tusClient } from '../../support/tus-client.ts';
import {
  arrive,
  begin,
  byHtmx,
  codeOf,
  countOf,
  FORM,
  formSiteForFile,
  goodAnswers,
  pdf,
  shareCookies,
  upload,
  type Visitor,
  visitor,
  whole,
} from './form-site.ts';
import { filesShown, problemsWith } from './read-form.ts';

const site = formSiteForFile();
const draftsNow = () => rowsOf(site(), 'select id from drafts').length;
const { cookiesLost: NO_COOKIES, problemFileLost, tokenProblem } = texts('en');

/** Opens the form in a browser that does not store cookies. */
async function blocked(hasOrigin = true): Promise<Visitor> {
  const client = visitor(site(), FORM, hasOrigin ? SITE_URL : undefined);
  const forgetting =
    <A extends unknown[], T>(ask: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      client.cookies.clear();
      return ask(...given).finally(() => client.cookies.clear());
    };
  const own = {
    ...client,
    get: forgetting(client.get),
    post: forgetting(client.post),
    send: forgetting(client.send),
  };
  await own.get();
  return own;
}

it('accepts the next captcha code after a wrong answer without cookies', async () => {
  const client = await blocked();
  const before = await countOf(site());
  const wrong = await client.post(whole({ fields: { captcha: '000001' } }));
  expect(problemsWith(wrong, 'captcha')).toEqual(['Captcha Error']);
  const { sealedCode } = client.inputs();
  expect((await client.get(`/captcha/image?code=${sealedCode}`)).status).toBe(200);
  const sending = whole({
    fields: { ...client.inputs(), ...goodAnswers, captcha: codeOf(site(), client) ?? '' },
  });
  expect((await client.post(sending)).status).toBe(303);
  expect((await client.post(sending)).status).toBe(303);
  expect(await countOf(site())).toBe(before + 1);
});

it('accepts each POST of a browser that sends neither cookies nor its origin', async () => {
  const client = await blocked(false);
  for (let post = 0; post < 3; post += 1) {
    const page = await client.post({ fields: { companyName: 'Mine' }, button: { action: 'upload' } });
    expect(page.summary).not.toContain(tokenProblem);
  }
  expect((await client.post(whole())).status).toBe(303);
});

it('asks a visitor without cookies to choose files that are missing from the POST again', async () => {
  const client = await blocked();
  expect(filesShown(await client.post(whole({ fields: { captcha: '000001' } })))).toEqual(['plan.pdf']);
  const before = await countOf(site());
  const page = await client.post(whole({ files: [] }));
  expect(page.status).toBe(422);
  expect(page.summary).toContain(NO_COOKIES);
  expect(problemsWith(page, 'declareFile')).toEqual([`plan.pdf: ${problemFileLost}`]);
  expect(client.inputs()).toMatchObject({ companyName: goodAnswers.companyName });
  // The next POST cannot find the draft whose captcha is solved.
  expect(codeOf(site(), client)).toMatch(/^\d{5}$/u);
  expect(await countOf(site())).toBe(before);
  expect((await client.post(whole())).status).toBe(303);
});

it('does not show a visitor without cookies the files of another visitor with the same key', async () => {
  const [one, other] = [visitor(site(), FORM, SITE_URL), await blocked()];
  await one.get();
  const { submitKey = '' } = one.inputs();
  await one.post({
    fields: { submitKey, companyName: 'Mine' },
    files: [pdf('mine.pdf')],
    button: { action: 'upload' },
  });
  const page = await other.post({ fields: { submitKey }, button: { action: 'upload' } });
  expect(page.text).not.toContain('mine.pdf');
  expect(other.inputs().submitKey).not.toBe(submitKey);
});

it('asks a visitor whose session has been replaced to choose files again after an upload', async () => {
  const [one, other] = [await arrive(site(), FORM, SITE_URL), await begin(site(), FORM, SITE_URL)];
  await upload(one, pdf('lost.pdf'));
  await one.get();
  one.cookies.clear();
  shareCookies(other, one);
  const page = await upload(one, pdf('new.pdf'));
  expect([page.status, page.notice]).toEqual([200, '1 file uploaded']);
  expect(filesShown(page)).toEqual(['new.pdf']);
  expect(page.summary).toContain(NO_COOKIES);
});

it('refuses uploads from a visitor without cookies', async () => {
  const client = await blocked();
  const { submitKey = '' } = client.inputs();
  await byHtmx(client, { button: { action: 'begin' } });
  const before = draftsNow();
  const { status, text, headers } = await tusClient(client).create('a.pdf', 1000, {
    'Submit-Key': submitKey,
  });
  expect([status, text, headers['upload-problem']]).toEqual([422, problemFileLost, NEEDS_FORM]);
  expect(draftsNow()).toBe(before);
});
