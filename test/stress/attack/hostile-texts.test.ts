/** @module-tag matrix */
import { expect, it } from 'vitest';
import { textFields } from '../../../src/applications/rules/fields.ts';
import { freeTextFields, freeTexts } from '../../../src/applications/rules/testing/sample-application.ts';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { goodFields, TEST_ANSWER, TEST_SETTINGS } from '../../support/form-client.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { FORM, field, fields, file } from './support/bodies.ts';
import { strangeIn } from './support/strange.ts';
import { draftIdOf, errorsIn, rowsOf } from './support/traces.ts';
import { expectToTakeAnApplication, type Visitor, visitorOf } from './support/visitors.ts';

const PDF = buildPdf();
const UPLOAD = field('action', 'upload');
const site = siteForFile(TEST_SETTINGS);

const draftOf = ({ client }: Visitor) => draftIdOf(site(), client);
const valuesOf = (visitor: Visitor) => site().store.drafts.fields(draftOf(visitor));

it.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus=alert(1) autofocus x='",
  '</textarea></title><script>alert(1)</script>',
  '<!-- --!> <![CDATA[ ]]> &lt;b&gt; &#60;i&#62;',
  '{{limit}} {{- x}} $t(companyName) $1 $& %s',
  "'; drop table drafts; select '\" or 1=1 --",
  'javascript:alert(1)',
  'a\u202Eb\u2066c 𠮷野家 👩‍👩‍👧',
])('shows %s as text in every field and on the receipt', async (word) => {
  const visitor = await visitorOf(site());
  const values = Object.fromEntries(textFields.map((name) => [name, `${word} ${name}`]));
  const { status, text } = await visitor.sendParts([...fields(values), UPLOAD]);
  expect([status, strangeIn(text)]).toEqual([422, []]);
  expect(await valuesOf(visitor)).toEqual(values);
  const { developmentStage: _chosen, ...typed } = values;
  expect(strangeIn((await visitor.client.get()).text)).toEqual([]);
  expect(visitor.client.inputs()).toMatchObject(typed);
  const files = [{ name: `${word.replaceAll(/[/\\]/gu, '')}.pdf`, content: PDF }];
  const good = { ...goodFields, ...freeTexts(() => word), captcha: TEST_ANSWER };
  expect((await visitor.client.post({ fields: good, files })).status).toBe(303);
  const receipt = await visitor.client.get(visitor.client.receipt());
  expect(receipt.mainText.split(word).length).toBeGreaterThan(freeTextFields.length);
  expect(strangeIn(receipt.text)).toEqual([]);
});

it.each([
  ['before\u0000\u0001\u001B[31mbehind', 'before\u0000\u0001\u001B[31mbehind'],
  [Buffer.from([0xff, 0xfe, 0x41]), '\uFFFD\uFFFDA'],
])('stores control characters and invalid UTF-8 as text (%#)', async (sent, stored) => {
  const visitor = await visitorOf(site());
  expect((await visitor.sendParts([field('companyDescription', sent), UPLOAD])).status).toBe(422);
  expect(await valuesOf(visitor)).toEqual({ companyDescription: stored });
});

it('fields named like columns do not change a row', async () => {
  const visitor = await visitorOf(site());
  const row = () => {
    const [found] = rowsOf<object>(site(), 'select * from drafts where id = ?', draftOf(visitor));
    return { ...found, updated_at: 0 };
  };
  const before = row();
  const names = [
    'id',
    'draftId',
    'reference',
    'captchaSolvedAt',
    'captcha_solved_at',
    'addressHash',
    'language',
  ];
  await visitor.sendParts([...names.map((name) => field(name, '1')), UPLOAD]);
  expect(row()).toEqual(before);
});

it.each<[number, Record<string, string>]>([
  [400, { 'Content-Type': 'multipart/form-data; boundary=x' }],
  [415, { 'Content-Type': 'text/html' }],
  [403, { Origin: 'https://evil.example"><script>', 'Sec-Fetch-Site': 'cross-site' }],
])('an error page with %i does not repeat body, origin or query as HTML', async (expected, headers) => {
  const { sendBody } = await visitorOf(site());
  const target = `${FORM}?x=%3Cscript%3Ealert(1)%3C/script%3E&y="><img%20src=x%20onerror=alert(1)>'<script>`;
  const { status, text } = await sendBody(Buffer.from('<script>alert(2)</script>'), headers, target);
  expect([status, strangeIn(text)]).toEqual([expected, []]);
  expect(text).not.toMatch(/alert\(2\)|evil\.example/u);
});

it.each(['X-Forwarded-Host', 'Host'])('a redirect never uses %s', async (name) => {
  const { sendParts } = await visitorOf(site());
  const { status, headers } = await sendParts([file('a.pdf', PDF), UPLOAD], { [name]: 'evil.example' });
  expect([status, headers.location]).toEqual([303, `${FORM}#declareFile`]);
});

it('the site works without errors after hostile texts', async () => {
  await expectToTakeAnApplication(site());
  expect(errorsIn(site())).toEqual([]);
});
