/** @module-tag matrix */
import { expect, it } from 'vitest';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { formClient, goodFields, TEST_ANSWER, TEST_SETTINGS } from '../../support/form-client.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { FORM, field, fields, file } from './support/bodies.ts';
import { draftIdOf, rowsOf } from './support/traces.ts';
import { SAME_ORIGIN, type Visitor, visitorOf } from './support/visitors.ts';

const PDF = buildPdf();
const UPLOAD = field('action', 'upload');
const COOKIE = '__Host-application';
const site = siteForFile(TEST_SETTINGS);
const applications = () => rowsOf(site(), 'select * from applications order by reference');

/** Creates a visitor with a complete draft. */
async function victim(): Promise<Visitor> {
  const visitor = await visitorOf(site());
  await visitor.sendParts([...fields(goodFields), file('secret.pdf', PDF), UPLOAD]);
  return visitor;
}

async function expectUnchanged({ client }: Visitor): Promise<void> {
  const id = draftIdOf(site(), client);
  expect(await site().store.drafts.fields(id)).toEqual(goodFields);
  expect((await site().store.drafts.files(id)).map(({ name }) => name)).toEqual(['secret.pdf']);
}

it.each<[string, (theirs: string) => string]>([
  ['without a signature', (theirs) => theirs.split('.')[0] ?? ''],
  ['as a bare id', (theirs) => decodeURIComponent(theirs).slice(2).split('.')[0] ?? ''],
  ['as JSON', () => encodeURIComponent('j:{"draftId":"x"}')],
  ['after another cookie with the same name', (theirs) => `garbage; ${COOKIE}=${theirs.slice(0, -3)}AAA`],
])("does not open another visitor's session with its cookie %s", async (_how, forge) => {
  const other = await victim();
  const forged = formClient(site().port, FORM);
  const Cookie = `${COOKIE}=${forge(other.client.cookies.get(COOKIE) ?? '')}`;
  const page = await forged.get(FORM, { Cookie });
  expect(page.status).toBe(200);
  expect(page.text).not.toContain('secret');
  expect(forged.inputs().submitKey).not.toBe(other.client.inputs().submitKey);
  await other.sendParts([field('companyName', 'overwritten'), UPLOAD], { ...SAME_ORIGIN, Cookie });
  await expectUnchanged(other);
});

it.each([
  ['draft', []],
  ['application', fields({ ...goodFields, captcha: TEST_ANSWER, action: 'submit' })],
])("another visitor's key does not submit or change their %s", async (what, submission) => {
  const other = await victim();
  const { submitKey = '' } = other.client.inputs();
  if (submission.length > 0) await other.sendParts(submission);
  const before = applications();
  const { client } = await visitorOf(site());
  const mine = { ...goodFields, companyName: 'my own company', submitKey, captcha: TEST_ANSWER };
  await client.post({ fields: mine, files: [{ name: 'mine.pdf', content: PDF }] });
  expect(applications()).toEqual(expect.arrayContaining(before));
  if (what === 'application') return expect(applications()).toHaveLength(before.length);
  expect((await client.get(client.receipt())).mainText).toContain('my own company');
  return expectUnchanged(other);
});
