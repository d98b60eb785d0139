import { describe, expect, it, vi } from 'vitest';
import { CAPTCHA_MINUTES } from '../../../src/applications/rules/limits.ts';
import { SITE_URL } from '../../support/site.ts';
import { codeOf } from './codes.ts';
import {
  arrive,
  begin,
  byHtmx,
  countOf,
  draftOf,
  FORM,
  formSiteForFile,
  goodAnswers,
  pdf,
  type Visitor,
  whole,
} from './form-site.ts';
import { problemsWith } from './read-form.ts';

const site = formSiteForFile();
const EXPIRED = 'The code has expired. Enter the new one.';

const codeIn = (client: Visitor): string => codeOf(site(), client) ?? '';

/** Opens the form in a browser that sends its origin. */
const modern = () => arrive(site(), FORM, SITE_URL);

const answer = (client: Visitor, captcha: string) => client.post(whole({ fields: { captcha } }));

describe('a sealed captcha code', () => {
  it('checks a captcha code only once for 20 concurrent forms', async () => {
    const first = await arrive(site());
    const { sealedCode = '' } = first.inputs();
    const code = codeIn(first);
    const before = await countOf(site());
    const clients = await Promise.all(Array.from({ length: 20 }, () => arrive(site())));
    const pages = await Promise.all(
      clients.map((client) => client.post(whole({ fields: { captcha: code, sealedCode } }))),
    );
    expect(pages.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await countOf(site())).toBe(before + 1);
  });

  it('reports a missing captcha code as expired', async () => {
    const client = await arrive(site());
    const page = await client.post({ ...whole({ fields: { captcha: '12345' } }), without: ['sealedCode'] });
    expect(problemsWith(page, 'captcha')).toEqual([EXPIRED]);
  });

  it.each([
    [CAPTCHA_MINUTES * 60 - 1, true],
    [CAPTCHA_MINUTES * 60 + 1, false],
  ])(
    'a captcha code expires after CAPTCHA_MINUTES: valid and shown after %d seconds: %s',
    async (seconds, isAlive) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      try {
        const client = await arrive(site());
        const [code, address] = [codeIn(client), `/captcha/image?code=${client.inputs().sealedCode}`];
        vi.setSystemTime(Date.now() + seconds * 1000);
        expect((await client.send(address, 'GET', {})).status).toBe(isAlive ? 200 : 404);
        const page = await answer(client, code);
        expect(page.status).toBe(isAlive ? 303 : 422);
        if (!isAlive) expect(problemsWith(page, 'captcha')).toEqual([EXPIRED]);
      } finally {
        vi.useRealTimers();
      }
    },
  );
});

describe('“New code”', () => {
  it('“New code” redirects an applicant with a draft to the captcha field', async () => {
    const client = await begin(site());
    const { status, headers } = await client.post({ button: { action: 'new-code' } });
    expect([status, headers.location]).toEqual([303, `${FORM}#captcha`]);
  });

  it('“New code” keeps all typed texts', async () => {
    const client = await arrive(site());
    const { sealedCode } = client.inputs();
    const page = await client.post({ fields: goodAnswers, button: { action: 'new-code' } });
    expect(page.status).toBe(200);
    expect(page.notice).toBe('The verification code has been replaced.');
    expect(client.inputs().sealedCode).not.toBe(sealedCode);
    expect(client.inputs()).toMatchObject({ companyName: goodAnswers.companyName, captcha: '' });
    expect((await answer(client, codeIn(client))).status).toBe(303);
  });
});

it('a page keeps its captcha code when a script sends single files', async () => {
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
