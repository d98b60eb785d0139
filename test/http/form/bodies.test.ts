import { describe, expect, it } from 'vitest';
import { MAX_TEXT_BYTES } from '../../../src/applications/rules/limits.ts';
import { MULTIPART, multipart } from '../../support/multipart.ts';
import { begin, draftOf, FORM, formSiteForFile, goodAnswers, pdf, type Visitor } from './form-site.ts';

const site = formSiteForFile();
const URL_ENCODED = 'application/x-www-form-urlencoded';

const send = (client: Visitor, target: string, method: string, type?: string, body = '') =>
  client.send(target, method, type === undefined ? {} : { 'Content-Type': type }, Buffer.from(body));

describe('a POST that is not a form', () => {
  it.each(['application/json', 'multipart/mixed; boundary=x', ''])(
    'a POST of the type “%s” returns 415',
    async (type) => {
      const page = await send(await begin(site()), FORM, 'POST', type || undefined, '{"companyName":"x"}');
      expect(page.status).toBe(415);
      expect(page.headers['cache-control']).toBe('no-store');
    },
  );

  it('a multipart POST without a boundary returns 400', async () => {
    const { status } = await send(await begin(site()), FORM, 'POST', 'multipart/form-data', 'x');
    expect(status).toBe(400);
  });

  it('accepts a chunked POST without a declared length', async () => {
    const client = await begin(site());
    const body = multipart(Object.entries({ ...client.inputs(), ...goodAnswers }), [pdf()]);
    const headers = { 'Content-Type': MULTIPART, 'Transfer-Encoding': 'chunked' };
    expect((await client.send(FORM, 'POST', headers, body)).status).toBe(303);
  });
});

describe('a form without files', () => {
  it('accepts a URL-encoded form like a multipart form', async () => {
    const client = await begin(site());
    await client.post({ files: [pdf()], button: { action: 'upload' } });
    const fields = {
      ...client.inputs(),
      ...goodAnswers,
      companyName: 'A&B=C+D 100% 企业',
      companyDescription: 'one\r\ntwo',
    };
    const answer = await send(
      client,
      FORM,
      'POST',
      `${URL_ENCODED}; charset=UTF-8`,
      new URLSearchParams(fields).toString(),
    );
    expect(answer.status).toBe(303);
    const { reference } = (await site().store.applications.list()).at(-1) ?? { reference: '' };
    expect((await site().store.applications.get(reference))?.fields).toMatchObject({
      companyName: 'A&B=C+D 100% 企业',
      companyDescription: 'one\ntwo',
    });
  });

  it('uses the last value of a repeated form field', async () => {
    const client = await begin(site());
    const body = multipart([
      ...Object.entries(client.inputs()),
      ['companyName', 'First'],
      ['companyName', 'Last'],
    ]);
    await client.send(FORM, 'POST', { 'Content-Type': MULTIPART, 'Content-Length': `${body.length}` }, body);
    expect((await draftOf(site(), client)).fields.companyName).toBe('Last');
  });

  it.each(['__proto__', 'companyName[0]', 'draftId'])('ignores an unknown form field (%s)', async (name) => {
    const client = await begin(site());
    const page = await client.post({ fields: { companyName: 'Mine', [name]: 'x' } });
    expect([400, 422]).toContain(page.status);
    if (page.status === 422) expect(client.inputs().companyName).toBe('Mine');
    expect((await client.get()).status).toBe(200);
  });
});

describe('the response to a POST of the maximum size', () => {
  const MAX_RESPONSE_BYTES = 512 * 1024;
  /** Quotation marks grow most when they are escaped in HTML. */
  const QUOTES = (bytes: number) => '"'.repeat(bytes);

  it.each([
    ['shown files', 'shownFiles', ':"/'.repeat(20_000)],
    ['one text', 'companyDescription', QUOTES(60_000)],
  ])('limits the size of the response to a long list or text of %s', async (_what, name, text) => {
    const client = await begin(site());
    const { companyName: _name, ...inputs } = client.inputs();
    const fields = new URLSearchParams({ ...inputs, ...goodAnswers, [name]: text }).toString();
    const { status, text: html } = await send(client, FORM, 'POST', URL_ENCODED, fields);
    expect(status).toBe(422);
    expect(html.length).toBeLessThan(MAX_RESPONSE_BYTES);
  });

  it('returns 400 for text that exceeds the capacity of a draft', async () => {
    const body = `companyName=${'a'.repeat(MAX_TEXT_BYTES + 1)}`;
    expect((await send(await begin(site()), FORM, 'POST', URL_ENCODED, body)).status).toBe(400);
  });
});
