/** @module-tag matrix */
import { describe, expect, it } from 'vitest';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { formClient, goodFields, TEST_ANSWER, TEST_SETTINGS } from '../../support/form-client.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { FORM, field, fields, file } from './support/bodies.ts';
import { draftIdOf, rowsOf } from './support/traces.ts';
import { SAME_ORIGIN, type Visitor, visitorOf } from './support/visitors.ts';

const PDF = buildPdf();
const UPLOAD = field('action', 'upload');
const site = siteForFile(TEST_SETTINGS);

const filesOf = async ({ client }: Visitor) =>
  (await site().store.drafts.files(draftIdOf(site(), client))).map(({ name }) => name);
const valuesOf = ({ client }: Visitor) => site().store.drafts.fields(draftIdOf(site(), client));
const applications = () => rowsOf(site(), 'select * from applications order by reference');

/** Creates a visitor with a complete draft. */
async function victim(): Promise<Visitor> {
  const visitor = await visitorOf(site());
  await visitor.sendParts([...fields(goodFields), file('secret.pdf', PDF), UPLOAD]);
  return visitor;
}
const submit = ({ sendParts }: Visitor) =>
  sendParts(fields({ ...goodFields, captcha: TEST_ANSWER, action: 'submit' }));

async function expectUnchanged(visitor: Visitor): Promise<void> {
  expect(await valuesOf(visitor)).toEqual(goodFields);
  expect(await filesOf(visitor)).toEqual(['secret.pdf']);
}

describe('the session of another visitor', () => {
  it.each<[string, (theirs: string) => string]>([
    ['without a signature', (theirs) => theirs.split('.')[0] ?? ''],
    ['with another signature', (theirs) => `${theirs.split('.')[0]}.${'A'.repeat(43)}`],
    ['as bare identifier', (theirs) => decodeURIComponent(theirs).slice(2).split('.')[0] ?? ''],
    ['as JSON', () => encodeURIComponent('j:{"draftId":"x"}')],
    ['as invalid escape', () => '%E0%A4%A'],
    ['as SQL', () => encodeURIComponent("s:' or 1=1 --.x")],
    ['of 8,000 characters', () => `s%3A${'a'.repeat(8000)}.b`],
    [
      'after another cookie of the same name',
      (theirs) => `garbage; __Host-application=${theirs.slice(0, -3)}AAA`,
    ],
  ])("does not open another visitor's session by its cookie %s", async (_how, forge) => {
    const other = await victim();
    const forged = formClient(site().port, FORM);
    const Cookie = `__Host-application=${forge(other.client.cookies.get('__Host-application') ?? '')}`;
    const page = await forged.get(FORM, { Cookie });
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('secret');
    expect(forged.inputs().submitKey).not.toBe(other.client.inputs().submitKey);
    await other.sendParts([field('companyName', 'overwritten'), UPLOAD], { ...SAME_ORIGIN, Cookie });
    await expectUnchanged(other);
  });
});

describe('the form key of another visitor', () => {
  const withKey = async (submitKey = '') => {
    const { client } = await visitorOf(site());
    const mine = { ...goodFields, companyName: 'my own company', submitKey, captcha: TEST_ANSWER };
    const sent = await client.post({ fields: mine, files: [{ name: 'mine.pdf', content: PDF }] });
    return { client, sent };
  };

  it("another visitor's key does not submit their draft", async () => {
    const other = await victim();
    const before = applications().length;
    const { client, sent } = await withKey(other.client.inputs().submitKey);
    expect(sent.status).toBe(303);
    expect((await client.get(client.receipt())).mainText).toContain('my own company');
    expect(applications()).toHaveLength(before + 1);
    await expectUnchanged(other);
  });

  it("another visitor's key does not change their application", async () => {
    const other = await victim();
    const { submitKey } = other.client.inputs();
    await submit(other);
    const before = applications();
    await withKey(submitKey);
    expect(applications()).toEqual(before);
  });

  it.each(["' or ''='", '%', '__proto__', '\u0000', 'x'.repeat(5000)])(
    "a pattern does not match another visitor's key (%#)",
    async (submitKey) => {
      await submit(await victim());
      const { client } = await visitorOf(site());
      expect((await client.post({ fields: { submitKey } })).status).toBe(422);
      expect(client.receipt()).toBe('');
    },
  );
});
