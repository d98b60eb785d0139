import { describe, expect, it, vi } from 'vitest';
import { createCodeSeal } from '../../../src/form/captcha/captcha-codes.ts';
import { CAPTCHA_MINUTES } from '../../../src/form/rules/limits.ts';
import { SITE_URL } from '../../support/site.ts';
import { codeOf } from './codes.ts';
import {
  arrive,
  byHtmx,
  countOf,
  draftIdOf,
  draftOf,
  FORM,
  formSiteForFile,
  goodAnswers,
  pdf,
  receiptOf,
  type Visitor,
  visitor,
  whole,
} from './form-site.ts';
import { problemsWith } from './read-form.ts';

const site = formSiteForFile();
const WRONG = 'Captcha Error';
const EXPIRED = 'The code has expired. Enter the new one.';

const codeIn = (client: Visitor): string => codeOf(site(), client) ?? '';

const other = (code: string): string => (code === '00000' ? '11111' : '00000');

/** A current browser, which sends its origin. */
const modern = () => arrive(site(), FORM, SITE_URL);

const answer = (client: Visitor, captcha: string) => client.post(whole({ fields: { captcha } }));

describe('sealed captcha code', () => {
  it('is accepted in the first POST', async () => {
    const client = await arrive(site());
    const { status } = await answer(client, codeIn(client));
    expect(status).toBe(303);
    expect(await receiptOf(client)).toMatch(/^A-/u);
  });

  it('stays solved for the draft, whatever other problems there are', async () => {
    const client = await arrive(site());
    const page = await client.post({
      fields: { ...goodAnswers, contactEmail: 'x', captcha: codeIn(client) },
    });
    expect(page.status).toBe(422);
    expect(client.inputs()).not.toHaveProperty('captcha');
    expect(client.inputs()).not.toHaveProperty('sealedCode');
    expect((await client.post(whole({ fields: { captcha: '' } }))).status).toBe(303);
  });

  it('is replaced after a wrong answer', async () => {
    const client = await arrive(site());
    const sealed = client.inputs().sealedCode;
    const page = await answer(client, other(codeIn(client)));
    expect(problemsWith(page, 'captcha')).toEqual([WRONG]);
    expect(page.text).not.toContain(sealed ?? '?');
    expect((await answer(client, codeIn(client))).status).toBe(303);
  });

  it('stays until an answer is checked', async () => {
    const client = await arrive(site());
    const { sealedCode } = client.inputs();
    await client.post({ fields: goodAnswers, without: ['captcha'] });
    expect(client.inputs()).toMatchObject({ sealedCode, captcha: '' });
    expect((await answer(client, codeIn(client))).status).toBe(303);
  });

  it('is used once, also across visitors', async () => {
    const [one, two] = [await arrive(site()), await arrive(site())];
    const [code, { sealedCode = '' }] = [codeIn(one), one.inputs()];
    await answer(one, other(code));
    const page = await two.post(whole({ fields: { captcha: code, sealedCode } }));
    expect(problemsWith(page, 'captcha')).toEqual([EXPIRED]);
  });

  it('is checked once for 45 concurrent forms', async () => {
    const first = await arrive(site());
    const { sealedCode = '' } = first.inputs();
    const code = codeIn(first);
    const before = await countOf(site());
    const clients = await Promise.all(Array.from({ length: 45 }, () => arrive(site())));
    const pages = await Promise.all(
      clients.map((client) => client.post(whole({ fields: { captcha: code, sealedCode } }))),
    );
    expect(pages.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await countOf(site())).toBe(before + 1);
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['made up', 'A'.repeat(56)],
    ['the digits themselves', '12345'],
    ['sealed with another secret', createCodeSeal('another').seal({ captcha: '12345', expiresAt: 9e15 })],
  ])('is named as expired if it is %s', async (_what, sealedCode) => {
    const client = await arrive(site());
    const fields = { captcha: '12345', ...(sealedCode === undefined ? {} : { sealedCode }) };
    const page = await client.post({
      ...whole({ fields }),
      without: sealedCode === undefined ? ['sealedCode'] : [],
    });
    expect(problemsWith(page, 'captcha')).toEqual([EXPIRED]);
  });

  it.each([
    [CAPTCHA_MINUTES * 60 - 1, true],
    [CAPTCHA_MINUTES * 60 + 1, false],
  ])('expires after CAPTCHA_MINUTES: valid and shown after %d seconds: %s', async (seconds, isAlive) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const client = await arrive(site());
      const [code, address] = [codeIn(client), `/captcha/image?code=${client.inputs().sealedCode}`];
      vi.setSystemTime(Date.now() + seconds * 1000);
      expect((await client.send(address, 'GET', {})).status).toBe(isAlive ? 200 : 404);
      expect((await answer(client, code)).status).toBe(isAlive ? 303 : 422);
    } finally {
      vi.useRealTimers();
    }
  });

  it('cannot be read from the page or its addresses', async () => {
    for (let times = 0; times < 5; times += 1) {
      const client = await arrive(site());
      const { text } = await client.get();
      const code = codeIn(client);
      const sealed = Buffer.from(client.inputs().sealedCode ?? '', 'base64url');
      expect(text).not.toMatch(new RegExp(`(?<![\\w-])${code}(?![\\w-])`, 'u'));
      expect(sealed.toString('latin1')).not.toContain(code);
    }
  });

  it('has one picture for all requests', async () => {
    const client = await arrive(site());
    const address = `/captcha/image?code=${client.inputs().sealedCode}`;
    const [one, two] = [
      await client.send(address, 'GET', {}),
      await visitor(site()).send(address, 'GET', {}),
    ];
    expect(one.body.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(two.body.equals(one.body)).toBe(true);
  });

  it.each(['x', '', 'A'.repeat(56), '12345'])('returns 404 for an address without one: %j', async (code) => {
    for (const path of ['/captcha/image', '/captcha/audio', '/en/captcha/audio'])
      expect((await visitor(site()).get(`${path}?code=${code}`)).status).toBe(404);
  });
});

describe('“New code”', () => {
  it('keeps everything typed, and shows another code', async () => {
    const client = await arrive(site());
    const { sealedCode } = client.inputs();
    const page = await client.post({ fields: goodAnswers, button: { action: 'new-code' } });
    expect(page.status).toBe(200);
    expect(page.notice).toBe('The verification code has been replaced.');
    expect(client.inputs().sealedCode).not.toBe(sealedCode);
    expect(client.inputs()).toMatchObject({ companyName: goodAnswers.companyName, captcha: '' });
    expect((await answer(client, codeIn(client))).status).toBe(303);
  });

  it('by htmx swaps in another code', async () => {
    const client = await modern();
    const { sealedCode = '?' } = client.inputs();
    const { status, text } = await byHtmx(client, { fields: goodAnswers, button: { action: 'new-code' } });
    expect(status).toBe(200);
    expect(text).toMatch(/\/captcha\/image\?code=[\w-]+/u);
    expect(text).not.toContain(sealedCode);
  });
});

describe('open page whose draft is begun by a script', () => {
  it('keeps its code after a field check', async () => {
    const client = await modern();
    const check = {
      fields: { companyName: goodAnswers.companyName ?? '' },
      check: 'companyName',
    };
    expect((await byHtmx(client, check)).status).toBe(200);
    expect((await draftOf(site(), client)).fields.companyName).toBe(goodAnswers.companyName);
    expect((await answer(client, codeIn(client))).status).toBe(303);
  });

  it('keeps its code after single files, which are in the draft', async () => {
    const client = await modern();
    for (const name of ['a.pdf', 'b.pdf']) {
      const { status } = await byHtmx(client, { to: 'files', files: [pdf(name)] });
      expect(status).toBe(200);
    }
    expect((await draftOf(site(), client)).names).toEqual(['a.pdf', 'b.pdf']);
    const fields = { ...goodAnswers, captcha: codeIn(client) };
    const upload = await byHtmx(client, { button: { action: 'upload' }, files: [pdf('c.pdf')] });
    expect(upload.status).toBe(200);
    expect((await byHtmx(client, { fields })).headers['hx-redirect']).toContain(`${FORM}/sent?`);
  });

  it('keeps its code after the script’s first POST', async () => {
    const client = await modern();
    const { status, text } = await byHtmx(client, { button: { action: 'begin' } });
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(await draftIdOf(site(), client)).toMatch(/^[\w-]{22}$/u);
    expect((await answer(client, codeIn(client))).status).toBe(303);
  });
});
