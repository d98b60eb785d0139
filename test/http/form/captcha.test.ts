import { describe, expect, it, vi } from 'vitest';
import { createCodeSeal } from '../../../src/applications/captcha/captcha-codes.ts';
import { CAPTCHA_MINUTES } from '../../../src/applications/rules/limits.ts';
import { TEST_ANSWER } from '../../support/form-client.ts';
import {
  arrive,
  begin,
  codeOf,
  countOf,
  FORM,
  formSiteForFile,
  goodAnswers,
  type Visitor,
  visitor,
  whole,
} from './form-site.ts';
import { byId, controlOf, problemsWith } from './read-form.ts';

const site = formSiteForFile();
const limited = formSiteForFile({ RATE_LIMIT_PER_MINUTE: '1000', TRUST_PROXY: '1' });
const WRONG = 'Captcha Error';
const EXPIRED = 'The code has expired. Enter the new one.';
const TOO_OFTEN = 'Too many wrong codes. Wait a minute, then enter the new one.';
const LIFE_MS = CAPTCHA_MINUTES * 60_000;

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
const withCode = (address: string, client: Visitor) => `${address}?code=${client.inputs().sealedCode}`;
const fetched = (client: Visitor, address: string, headers = {}) =>
  client.send(withCode(address, client), 'GET', headers);

describe.each([
  ['/captcha/image', 'image/png', '\x89PNG'],
  ['/captcha/audio', 'audio/wav', 'RIFF'],
  ['/en/captcha/audio', 'audio/wav', 'RIFF'],
] as const)('%s', (address, type, start) => {
  it(`returns ${type} with Cache-Control: no-store, with equal bytes only for the same code`, async () => {
    const client = await begin(site());
    const { status, headers, body } = await fetched(client, address);
    expect([status, headers['set-cookie'], body.subarray(0, 4).toString('latin1')]).toEqual([
      200,
      undefined,
      start,
    ]);
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-store' });
    expect((await visitor(site()).get(withCode(address, client))).body.equals(body)).toBe(true);
    setCodeWithZero(client);
    expect((await fetched(client, address)).body.equals(body)).toBe(false);
  });

  it('returns 404 without a captcha code, 403 to other sites and 405 to a POST', async () => {
    const client = await begin(site());
    const { status, headers } = await client.get(address);
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
    const foreign = await fetched(client, address, { 'Sec-Fetch-Site': 'cross-site' });
    expect([foreign.status, foreign.body.toString('latin1')]).toEqual([
      403,
      expect.not.stringContaining(start),
    ]);
    expect((await fetched(client, address, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    expect((await client.send(address, 'POST', {})).headers.allow).toBe('GET, HEAD');
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

describe('the captcha answer', () => {
  it.each([
    ['without its leading zero', (code: string) => code.slice(1)],
    ['another code', (code: string) => `${(Number(code) + 1) % 100_000}`.padStart(5, '0')],
    ['CAPTCHA_TEST_ANSWER and a space', () => `${TEST_ANSWER} `],
  ])('refuses a captcha answer: %s', async (_what, write) => {
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

  it('replaces a used captcha code after a wrong answer', async () => {
    const client = await begin(site());
    const code = codeOf(site(), client) ?? '';
    const page = await answer(client, code === '00000' ? '11111' : '00000');
    expect(controlOf(page.main, 'captcha')?.attributes.value ?? '').toBe('');
    expect(codeOf(site(), client)).not.toBe(code);
  });

  it('accepts a captcha code only once for 20 concurrent forms', async () => {
    const first = await arrive(site());
    const { sealedCode = '' } = first.inputs();
    const captcha = codeOf(site(), first) ?? '';
    const before = await countOf(site());
    const clients = await Promise.all(Array.from({ length: 20 }, () => arrive(site())));
    const pages = await Promise.all(
      clients.map((client) => client.post(whole({ fields: { captcha, sealedCode } }))),
    );
    expect(pages.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await countOf(site())).toBe(before + 1);
  });

  it.each([
    [LIFE_MS - 1000, true],
    [LIFE_MS + 1000, false],
  ])('a captcha code expires after CAPTCHA_MINUTES: valid after %d ms: %s', async (ms, isAlive) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const client = await arrive(site());
      const [code, address] = [codeOf(site(), client) ?? '', withCode('/captcha/image', client)];
      vi.setSystemTime(Date.now() + ms);
      expect((await client.send(address, 'GET', {})).status).toBe(isAlive ? 200 : 404);
      const page = await answer(client, code);
      expect(page.status).toBe(isAlive ? 303 : 422);
      if (!isAlive) expect(problemsWith(page, 'captcha')).toEqual([EXPIRED]);
    } finally {
      vi.useRealTimers();
    }
  });
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

describe('the limit on wrong captcha answers', () => {
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
});
