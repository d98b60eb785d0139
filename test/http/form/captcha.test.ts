import { describe, expect, it } from 'vitest';
import { createCodeSeal } from '../../../src/applications/captcha/captcha-codes.ts';
import { TEST_ANSWER } from '../../support/form-client.ts';
import {
  arrive,
  begin,
  codeOf,
  FORM,
  formSiteForFile,
  goodAnswers,
  type Visitor,
  visitor,
  whole,
} from './form-site.ts';
import { byId, problemsWith } from './read-form.ts';

const site = formSiteForFile();
const limited = formSiteForFile({ RATE_LIMIT_PER_MINUTE: '1000', TRUST_PROXY: '1' });
const WRONG = 'Captcha Error';
const TOO_OFTEN = 'Too many wrong codes. Wait a minute, then enter the new one.';

/** Sets a captcha code with a leading zero in the visitor's form, and returns it. */
function setCodeWithZero(client: Visitor): string {
  for (;;) {
    client.inputs().sealedCode = createCodeSeal(site().services.secret).seal();
    const code = codeOf(site(), client) ?? '';
    if (code.startsWith('0')) return code;
  }
}

/** Submits an application with this captcha answer. */
const answer = (client: Visitor, captcha: string) => client.post(whole({ fields: { captcha } }));

/** Returns the URL of the captcha image or audio of the form. */
const withCode = (url: string, client: Visitor) => `${url}?code=${client.inputs().sealedCode}`;
const fetched = (client: Visitor, url: string, headers = {}) =>
  client.send(withCode(url, client), 'GET', headers);

describe.each([
  ['/captcha/image', 'image/png', '\x89PNG'],
  ['/en/captcha/audio', 'audio/wav', 'RIFF'],
] as const)('%s', (url, type, start) => {
  it(`returns ${type} with Cache-Control: no-store, with equal bytes only for the same code`, async () => {
    const client = await begin(site());
    const { status, headers, body } = await fetched(client, url);
    expect([status, headers['set-cookie'], body.subarray(0, 4).toString('latin1')]).toEqual([
      200,
      undefined,
      start,
    ]);
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-store' });
    expect((await visitor(site()).get(withCode(url, client))).body.equals(body)).toBe(true);
    setCodeWithZero(client);
    expect((await fetched(client, url)).body.equals(body)).toBe(false);
  });

  it('returns 404 without a captcha code and 403 to other sites', async () => {
    const client = await begin(site());
    const { status, headers } = await client.get(url);
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
    expect((await fetched(client, url.replace('captcha', 'Captcha'))).status).toBe(404);
    const foreign = await fetched(client, url, { 'Sec-Fetch-Site': 'cross-site' });
    expect([foreign.status, foreign.body.toString('latin1')]).toEqual([
      403,
      expect.not.stringContaining(start),
    ]);
  });
});

it('serves ranges of the captcha audio', async () => {
  const client = await begin(site());
  const { body } = await fetched(client, '/captcha/audio');
  const piece = await fetched(client, '/captcha/audio', { Range: 'bytes=4-103' });
  expect([piece.status, piece.headers['content-range']]).toEqual([206, `bytes 4-103/${body.length}`]);
  expect(piece.body.equals(body.subarray(4, 104))).toBe(true);
});

it('does not show the captcha digits in any page or header', async () => {
  const client = await begin(site());
  const code = setCodeWithZero(client);
  const page = await client.post({ fields: { captcha: '' } });
  const picture = await client.send(withCode('/captcha/image', client), 'HEAD', {});
  expect(codeOf(site(), client)).toBe(code);
  for (const { headers, text } of [page, picture])
    expect(JSON.stringify({ ...headers, date: '', 'x-request-id': '' }) + text).not.toContain(code);
});

it.each([
  ['with another digit', (code: string) => `${(Number(code) + 1) % 100_000}`.padStart(5, '0')],
  ['of CAPTCHA_TEST_ANSWER and a space', () => `${TEST_ANSWER} `],
])('refuses a captcha answer %s', async (_what, write) => {
  const client = await begin(site());
  const page = await answer(client, write(setCodeWithZero(client)));
  expect([page.status, problemsWith(page, 'captcha')]).toEqual([422, [WRONG]]);
});

it('treats a blank captcha answer as empty without using up the code', async () => {
  const client = await begin(site());
  const code = codeOf(site(), client);
  expect(problemsWith(await answer(client, '\u3000\t \u200b'), 'captcha')).toEqual(['Required']);
  expect(codeOf(site(), client)).toBe(code);
});

it('a solved captcha stays solved for its draft and is required again for the next application', async () => {
  const client = await begin(site());
  const first = await client.post({ fields: { captcha: TEST_ANSWER } });
  expect(problemsWith(first, 'captcha')).toEqual([]);
  for (const { main } of [first, await client.get(), await client.post({}), await client.get('/apply')]) {
    expect(byId(main, 'captcha').map(({ tag }) => tag)).toEqual(['p']);
    expect(client.inputs()).not.toHaveProperty('captcha');
  }
  expect((await client.post(whole({ fields: { captcha: '' } }))).status).toBe(303);
  await client.get();
  expect(problemsWith(await answer(client, ''), 'captcha')).toEqual(['Required']);
});

it('“New code” keeps all typed texts, with and without a draft', async () => {
  const client = await arrive(site());
  const { sealedCode } = client.inputs();
  const page = await client.post({ fields: goodAnswers, button: { action: 'new-code' } });
  expect([page.status, page.notice]).toEqual([200, 'The verification code has been replaced.']);
  expect(client.inputs().sealedCode).not.toBe(sealedCode);
  expect(client.inputs()).toMatchObject({ companyName: goodAnswers.companyName, captcha: '' });
  const { status, headers } = await client.post({ button: { action: 'new-code' } });
  expect([status, headers.location]).toEqual([303, `${FORM}#captcha`]);
  await client.get();
  expect((await answer(client, codeOf(site(), client) ?? '')).status).toBe(303);
});

const from = (client: Visitor, captcha: string, files = whole().files) =>
  client.post({ ...whole({ fields: { captcha } }), files, headers: { 'X-Forwarded-For': '198.51.100.1' } });

it('refuses even a right captcha answer after ten wrong ones, but only in this session', async () => {
  const [client, neighbour, solved] = [
    await begin(limited()),
    await arrive(limited()),
    await arrive(limited()),
  ];
  await from(solved, TEST_ANSWER, []);
  for (let count = 1; count <= 10; count += 1)
    expect(problemsWith(await from(client, 'wrong', []), 'captcha')).toEqual([WRONG]);
  const code = codeOf(limited(), client);
  const page = await from(client, TEST_ANSWER, []);
  expect([page.status, problemsWith(page, 'captcha')]).toEqual([429, [TOO_OFTEN]]);
  expect(client.inputs().companyName).toBe(goodAnswers.companyName);
  expect(codeOf(limited(), client)).toBe(code);
  expect((await from(neighbour, TEST_ANSWER)).status).toBe(303);
  expect((await from(solved, '')).status).toBe(303);
});
