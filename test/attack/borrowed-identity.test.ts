import { describe, expect, it } from 'vitest';
import { buildPdf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { FREE, formClient, goodFields, TEST_ANSWER } from '../support/form-client.ts';
import { siteForFile } from '../support/site-for-file.ts';
import { FORM, field, fields, file } from './support/bodies.ts';
import { draftIdOf, errorsIn, rowsOf } from './support/traces.ts';
import { expectToTakeAnApplication, SAME_ORIGIN, type Visitor, visitorOf } from './support/visitors.ts';

const PDF = buildPdf();
const UPLOAD = field('action', 'upload');

const site = siteForFile(FREE);

const draftOf = ({ client }: Visitor) => draftIdOf(site(), client);
const filesOf = async (visitor: Visitor) =>
  (await site().store.drafts.files(draftOf(visitor))).map(({ name }) => name);
const valuesOf = (visitor: Visitor) => site().store.drafts.fields(draftOf(visitor));
const applications = () => rowsOf(site(), 'select * from applications order by reference');

describe('another’s session', () => {
  /** Someone with a name and a file in the draft. */
  async function victim(): Promise<Visitor> {
    const visitor = await visitorOf(site());
    await visitor.sendParts([field('companyName', 'the secret company'), file('secret.pdf', PDF), UPLOAD]);
    return visitor;
  }

  it.each<[string, (theirs: string) => string]>([
    ['without a signature', (theirs) => theirs.split('.')[0] ?? ''],
    ['with another signature', (theirs) => `${theirs.split('.')[0]}.${'A'.repeat(43)}`],
    ['with an empty signature', (theirs) => `${theirs.split('.')[0]}.`],
    ['as bare identifier', (theirs) => decodeURIComponent(theirs).slice(2).split('.')[0] ?? ''],
    ['as JSON', () => encodeURIComponent('j:{"draftId":"x"}')],
    ['as nothing that can be decoded', () => '%E0%A4%A'],
    ['as SQL', () => encodeURIComponent("s:' or 1=1 --.x")],
    [
      'as garbage',
      () =>
        Buffer.from(Array.from({ length: 200 }, (_, i) => 33 + (i % 90)))
          .toString('latin1')
          .replaceAll(/[;",\\]/gu, ''),
    ],
    ['of 8,000 characters', () => `s%3A${'a'.repeat(8000)}.b`],
    ['twice', (theirs) => `garbage; __Host-application=${theirs.slice(0, -3)}AAA`],
  ])('cannot be had by its cookie %s', async (_how, forge) => {
    const other = await victim();
    const forged = formClient(site().port, FORM);
    const theirs = other.client.cookies.get('__Host-application') ?? '';
    const cookie = `__Host-application=${forge(theirs)}`;
    const page = await forged.get(FORM, { Cookie: cookie });
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('secret');
    expect(forged.inputs().submitKey).not.toBe(other.client.inputs().submitKey);
    const asForged = { ...SAME_ORIGIN, Cookie: cookie };
    await other.sendParts([field('companyName', 'overwritten'), UPLOAD], asForged);
    expect(await valuesOf(other)).toEqual({ companyName: 'the secret company' });
    expect(await filesOf(other)).toEqual(['secret.pdf']);
  });

  it('cannot be had by a cookie larger than any', async () => {
    const { raw } = site();
    const { status } = await raw(FORM, { headers: { Cookie: `__Host-application=${'a'.repeat(17_000)}` } });
    expect([400, 431]).toContain(status);
  });
});

describe('identifiers of another’s draft', () => {
  async function withFile(): Promise<Visitor & { fileId: string; key: string }> {
    const visitor = await visitorOf(site());
    await visitor.sendParts([...fields(goodFields), file('theirs.pdf', PDF), UPLOAD]);
    const page = await visitor.client.get();
    expect(page.fileIds).toHaveLength(1);
    return { ...visitor, fileId: page.fileIds[0] ?? '', key: visitor.client.inputs().submitKey ?? '' };
  }

  it.each<[string, (fileId: string) => string]>([
    ['another’s file', (fileId) => fileId],
    ['every file, in SQL', () => "' or 1=1 --"],
    ['a file of the site', () => '../plinth.sqlite'],
    ['no file', () => ''],
  ])('remove nothing: %s', async (_what, idOf) => {
    const other = await withFile();
    const { sendParts } = await visitorOf(site());
    const { status } = await sendParts([field('remove', idOf(other.fileId))]);
    expect(status).toBe(303);
    expect(await filesOf(other)).toEqual(['theirs.pdf']);
  });

  it('send nothing: the key of a draft that is not sent', async () => {
    const other = await withFile();
    const before = applications();
    const { client } = await visitorOf(site());
    const mine = { ...goodFields, companyName: 'my own company', submitKey: other.key, captcha: TEST_ANSWER };
    const sent = await client.post({ fields: mine, files: [{ name: 'mine.pdf', content: PDF }] });
    expect(sent.status).toBe(303);
    expect((await client.get(client.receipt())).mainText).toContain('my own company');
    expect(applications()).toHaveLength(before.length + 1);
    expect(await filesOf(other)).toEqual(['theirs.pdf']);
    expect(await valuesOf(other)).toEqual(goodFields);
  });

  it('change nothing: the key of an application that is sent', async () => {
    const other = await withFile();
    await other.sendParts(fields({ ...goodFields, captcha: TEST_ANSWER, action: 'submit' }));
    const before = applications();
    const { client } = await visitorOf(site());
    const mine = { ...goodFields, companyName: 'my own company', submitKey: other.key, captcha: TEST_ANSWER };
    await client.post({ fields: mine, files: [{ name: 'mine.pdf', content: PDF }] });
    expect(applications()).toEqual(before);
  });

  it.each(["' or ''='", '%', '*', '__proto__', '\u0000', 'x'.repeat(5000)])(
    'find nothing: the key %s',
    async (submitKey) => {
      const other = await withFile();
      await other.sendParts(fields({ ...goodFields, captcha: TEST_ANSWER, action: 'submit' }));
      const { client } = await visitorOf(site());
      const sent = await client.post({ fields: { submitKey } });
      expect(sent.status).toBe(422);
      expect(client.receipt()).toBe('');
    },
  );
});

it('after all that, the site is as it was', async () => {
  await expectToTakeAnApplication(site());
  expect(errorsIn(site())).toEqual([]);
});
