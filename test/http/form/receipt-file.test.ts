import { describe, expect, it } from 'vitest';
import { goodFields } from '../../support/form-client.ts';
import { SITE_URL } from '../../support/site.ts';
import {
  apply,
  arrive,
  CHINESE_FORM,
  FORM,
  formSiteForFile,
  pdf,
  type Visitor,
  visitor,
} from './form-site.ts';

const site = formSiteForFile();
const mailing = formSiteForFile({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'site@group.example' });
const FILE = `${FORM}/receipt.txt`;

/** Returns the URL of the receipt file, optionally below another form. */
const fileOf = (client: Visitor, form = FORM): string =>
  client.receipt().replace(/^.*\/sent/u, `${form}/receipt.txt`);

describe('the receipt file', () => {
  it.each([
    [FORM, 'Submission successful', 'Development stage: Growth', `${SITE_URL}/en\n`],
    [CHINESE_FORM, '提交成功', '发展阶段：成长期', `${SITE_URL}\n`],
  ])('the receipt file of %s contains everything that was submitted', async (form, ...words) => {
    const client = await arrive(site(), form);
    const { reference } = await apply(site(), client, { files: [pdf('计划书.pdf'), pdf('b.pdf')] });
    const { status, headers, text } = await client.get(fileOf(client, form));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['content-disposition']).toBe(`attachment; filename="${reference}.txt"`);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    const { developmentStage: _, companyDescription = '', ...others } = goodFields;
    const lines = companyDescription.split('\n');
    const all = [reference, '计划书.pdf (', 'b.pdf (', ...lines, ...Object.values(others), ...words];
    for (const word of all) expect(text).toContain(word);
  });

  it('the receipt page links its file with the same signature', async () => {
    const client = await arrive(site());
    await apply(site(), client);
    const other = visitor(site());
    expect((await other.get(client.receipt())).hrefs()).toContain(fileOf(client));
    expect((await other.get(fileOf(client))).status).toBe(200);
  });

  it('redirects a request for a receipt file without a valid link to the form', async () => {
    const client = await arrive(site());
    const { reference } = await apply(site(), client);
    for (const address of [FILE, `${FILE}?reference=${reference}`, `${CHINESE_FORM}/receipt.txt`]) {
      for (const other of [visitor(site()), await arrive(site())]) {
        const { status, headers, text } = await other.get(address);
        expect({ status, location: headers.location }).toEqual({
          status: 302,
          location: address.startsWith(FORM) ? FORM : CHINESE_FORM,
        });
        expect(headers['cache-control']).toBe('no-store');
        expect(text).not.toContain(reference);
      }
    }
  });
});

it('the receipt page announces an email to the applicant if the site sends email', async () => {
  const client = await arrive(mailing());
  await apply(mailing(), client);
  expect((await client.get(client.receipt())).mainText).toContain(
    'We also send a confirmation to lin@qinghe.example.',
  );
});
