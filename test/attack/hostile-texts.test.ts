/** @module-tag matrix */
import { describe, expect, it } from 'vitest';
import { textFields } from '../../src/form/rules/fields.ts';
import { freeTextFields, freeTexts } from '../../src/form/rules/testing/sample-application.ts';
import { buildPdf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { FREE, goodFields, TEST_ANSWER } from '../support/form-client.ts';
import { readPage } from '../support/html.ts';
import { siteForFile } from '../support/site-for-file.ts';
import { FORM, field, fields, file } from './support/bodies.ts';
import { strangeIn } from './support/strange.ts';
import { draftIdOf, errorsIn, rowsOf } from './support/traces.ts';
import { expectToTakeAnApplication, SAME_ORIGIN, type Visitor, visitorOf } from './support/visitors.ts';

const PDF = buildPdf();
const UPLOAD = field('action', 'upload');

const site = siteForFile(FREE);

const draftOf = ({ client }: Visitor) => draftIdOf(site(), client);
const valuesOf = (visitor: Visitor) => site().store.drafts.fields(draftOf(visitor));

it.each(['<script>alert(1)</script>', '<img src=x>', '<p onclick="x">'])('%s would be found', (html) => {
  expect(strangeIn(`<p>${html}</p>`)).not.toEqual([]);
});

const WORDS: readonly (readonly [about: string, word: string])[] = [
  ['a script', '<script>alert(1)</script>'],
  ['the end of an attribute', '"><img src=x onerror=alert(1)>'],
  ['the end of an attribute in single quotes', "' onfocus=alert(1) autofocus x='"],
  ['the end of a text area', '</textarea><script>alert(1)</script>'],
  ['the end of a title', '</title><script>alert(1)</script>'],
  ['a comment', '<!-- --!> <![CDATA[ ]]>'],
  ['entities', '&lt;b&gt; &amp; &#60;i&#62; &quot;'],
  ['placeholders', '{{limit}} {{- x}} $t(companyName) $1 $& %s'],
  ['SQL', "'; drop table drafts; select '\" or 1=1 --"],
  ['an address that runs', 'javascript:alert(1)'],
  ['overrides of direction', 'a\u202Eb\u2066c'],
  ['letters beyond the first plane', '𠮷野家 👩‍👩‍👧'],
];

describe('what is typed', () => {
  it.each(WORDS)('with %s comes back in every field as it was typed', async (_about, word) => {
    const visitor = await visitorOf(site());
    const values = Object.fromEntries(textFields.map((name) => [name, `${word} ${name}`]));
    const { status, text } = await visitor.sendParts([...fields(values), UPLOAD]);
    expect(status).toBe(422);
    expect(strangeIn(text)).toEqual([]);
    expect(await valuesOf(visitor)).toEqual(values);
    const { developmentStage: _chosen, ...typed } = values;
    const again = await visitor.client.get();
    expect(strangeIn(again.text)).toEqual([]);
    expect(visitor.client.inputs()).toMatchObject(typed);
  });

  it.each(WORDS)('with %s stands on the receipt as it was typed', async (_about, word) => {
    const { client } = await visitorOf(site());
    const values = freeTexts(() => word);
    const files = [{ name: `${word.replaceAll(/[/\\]/gu, '')}.pdf`, content: PDF }];
    const sent = await client.post({ fields: { ...goodFields, ...values, captcha: TEST_ANSWER }, files });
    expect(sent.status).toBe(303);
    const receipt = await client.get(client.receipt());
    expect(receipt.mainText.split(word).length - 1).toBeGreaterThanOrEqual(freeTextFields.length);
    expect(strangeIn(receipt.text)).toEqual([]);
  });

  it.each(WORDS)('with %s comes back where one field is checked', async (_about, word) => {
    const { client } = await visitorOf(site());
    const headers = { 'HX-Request': 'true', ...SAME_ORIGIN };
    const { status, text } = await client.post({
      fields: { contactEmail: word },
      check: 'contactEmail',
      headers,
    });
    expect(status).toBe(422);
    const page = `<html><title></title><main><h1></h1>${text}</main></html>`;
    expect(strangeIn(page)).toEqual([]);
    expect(readPage(page).one('input', { name: 'contactEmail' }).attributes.value).toBe(word);
  });

  it('with control characters is kept to its end', async () => {
    const visitor = await visitorOf(site());
    const value = 'before\u0000\u0001\u001B[31mbehind';
    const { text } = await visitor.sendParts([field('companyDescription', value), UPLOAD]);
    expect(await valuesOf(visitor)).toEqual({ companyDescription: value });
    expect(text).toContain('behind');
  });

  it('with bytes that are no UTF-8 is no trouble', async () => {
    const visitor = await visitorOf(site());
    const { status } = await visitor.sendParts([
      field('companyName', Buffer.from([0xff, 0xfe, 0x41])),
      UPLOAD,
    ]);
    expect(status).toBe(422);
    expect(await valuesOf(visitor)).toEqual({ companyName: '\uFFFD\uFFFDA' });
  });

  it('may name columns of the tables without being one', async () => {
    const visitor = await visitorOf(site());
    const before = rowsOf(site(), 'select * from drafts where id = ?', draftOf(visitor));
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
    const [row] = rowsOf<Record<string, unknown>>(
      site(),
      'select * from drafts where id = ?',
      draftOf(visitor),
    );
    expect([{ ...row, updated_at: 0 }]).toEqual(before.map((old) => ({ ...(old as object), updated_at: 0 })));
  });
});

describe('an error page', () => {
  const ADDRESS = `${FORM}?x=%3Cscript%3Ealert(1)%3C/script%3E&y="><img src=x onerror=alert(1)>'<script>`;
  const target = ADDRESS.replaceAll(' ', '%20');

  it.each([
    ['a form that is none', 'multipart/form-data; boundary=x', 400],
    ['another type', 'text/html', 415],
  ])('for %s takes nothing of the address for HTML', async (_about, type, expected) => {
    const { sendBody } = await visitorOf(site());
    const { status, text } = await sendBody(
      Buffer.from('<script>alert(2)</script>'),
      { 'Content-Type': type },
      target,
    );
    expect(status).toBe(expected);
    expect(strangeIn(text)).toEqual([]);
    expect(text).not.toContain('alert(2)');
  });

  it('for a post from elsewhere says nothing of where that is', async () => {
    const { sendBody } = await visitorOf(site());
    const origin = {
      Origin: 'https://evil.example"><script>alert(1)</script>',
      'Sec-Fetch-Site': 'cross-site',
    };
    const { status, text } = await sendBody(Buffer.from(''), origin, target);
    expect(status).toBe(403);
    expect(text).not.toContain('evil.example');
    expect(strangeIn(text)).toEqual([]);
  });

  it.each(['X-Forwarded-Host', 'Host'])('and a redirect never lead to what %s says', async (name) => {
    const { sendParts } = await visitorOf(site());
    const { status, headers } = await sendParts([file('a.pdf', PDF), UPLOAD], { [name]: 'evil.example' });
    expect(status).toBe(303);
    expect(headers.location).toBe(`${FORM}#declareFile`);
  });
});

it('after all that, the site is as it was', async () => {
  expect(rowsOf(site(), 'select count(*) as n from drafts')).not.toEqual([{ n: 0 }]);
  await expectToTakeAnApplication(site());
  expect(errorsIn(site())).toEqual([]);
});
