/** @module-tag matrix */

import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fields as specs, textFields } from '../../src/form/rules/fields.ts';
import {
  MAX_DISCARDED_BYTES,
  MAX_FIELD_BYTES,
  MAX_FIELD_NAME_BYTES,
  MAX_FIELDS_PER_POST,
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_FILES_PER_POST,
  MAX_POST_BYTES,
  MAX_TEXT_BYTES,
} from '../../src/form/rules/limits.ts';
import { buildPdf, pdfOf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { texts } from '../../src/i18n/set-up.ts';
import { FREE, goodFields, TEST_ANSWER } from '../support/form-client.ts';
import { readPage } from '../support/html.ts';
import { MULTIPART } from '../support/multipart.ts';
import { siteForFile } from '../support/site-for-file.ts';
import { bodyOf, field, fields, file, headBytes, postBytes } from './support/bodies.ts';
import { chunk, endlessFiles, LAST_CHUNK, pour } from './support/chunks.ts';
import { exchange } from './support/exchange.ts';
import { draftIdOf, errorsIn, expectTidy, openDescriptors } from './support/traces.ts';
import { expectToTakeAnApplication, SAME_ORIGIN, type Visitor, visitorOf } from './support/visitors.ts';

const PDF = buildPdf();
const NAME = '青禾科技';
const UPLOAD = field('action', 'upload');
const URLENCODED = { 'Content-Type': 'application/x-www-form-urlencoded' };

const site = siteForFile(FREE);

const valuesOf = ({ client }: Visitor) => site().store.drafts.fields(draftIdOf(site(), client));
const filesOf = async ({ client }: Visitor) =>
  (await site().store.drafts.files(draftIdOf(site(), client))).map(({ name }) => name);

const many = <Made>(count: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index));
const unknownFields = (count: number) => many(count, (index) => field(`unknown${index}`, 'x'));
const pdfs = (count: number) => many(count, (index) => file(`${index}.pdf`, buildPdf({ padding: index })));
const nameless = (count: number) => many(count, () => ({ head: ['X: y'], content: Buffer.from('x') }));

/** Lines of the error summary. */
function problemsIn(text: string): string[] {
  const summary = readPage(text).all('div', { id: '_problems' })[0];
  return summary ? readPage(text).hrefs(summary) : [];
}

describe('what one post may bring', () => {
  it.each([
    ['fields', MAX_FIELDS_PER_POST, [field('companyName', NAME), ...unknownFields(MAX_FIELDS_PER_POST - 1)]],
    [
      'parts',
      MAX_FIELDS_PER_POST + MAX_FILES_PER_POST,
      [field('companyName', NAME), ...nameless(MAX_FIELDS_PER_POST + MAX_FILES_PER_POST - 1)],
    ],
    [
      'bytes of a field’s name',
      MAX_FIELD_NAME_BYTES,
      [field('companyName', NAME), field('n'.repeat(MAX_FIELD_NAME_BYTES), 'x')],
    ],
  ])('%s: as many as %d are read', async (_what, _limit, parts) => {
    const visitor = await visitorOf(site());
    expect((await visitor.sendParts(parts)).status).toBe(422);
    expect(await valuesOf(visitor)).toEqual({ companyName: NAME });
  });

  it.each([
    ['fields', MAX_FIELDS_PER_POST, [field('companyName', NAME), ...unknownFields(MAX_FIELDS_PER_POST)]],
    [
      'parts',
      MAX_FIELDS_PER_POST + MAX_FILES_PER_POST,
      [field('companyName', NAME), ...nameless(MAX_FIELDS_PER_POST + MAX_FILES_PER_POST)],
    ],
    [
      'bytes of a field’s name',
      MAX_FIELD_NAME_BYTES,
      [field('companyName', NAME), field('n'.repeat(MAX_FIELD_NAME_BYTES + 1), 'x')],
    ],
    [
      'bytes of the name of a file’s field',
      MAX_FIELD_NAME_BYTES,
      [field('companyName', NAME), file('a.pdf', PDF, 'n'.repeat(MAX_FIELD_NAME_BYTES + 1))],
    ],
  ])('%s: more than %d are no form, and what came before is kept', async (_what, _limit, parts) => {
    const visitor = await visitorOf(site());
    expect((await visitor.sendParts(parts)).status).toBe(400);
    expect(await valuesOf(visitor)).toEqual({ companyName: NAME });
  });

  it(`files: of ${MAX_FILES_PER_POST} the first ${MAX_FILES} are kept and each other one is named`, async () => {
    const visitor = await visitorOf(site());
    const { status, text } = await visitor.sendParts([...pdfs(MAX_FILES_PER_POST), UPLOAD]);
    expect(status).toBe(422);
    expect(await filesOf(visitor)).toHaveLength(MAX_FILES);
    expect(problemsIn(text)).toEqual(Array(MAX_FILES_PER_POST - MAX_FILES).fill('#declareFile'));
  });

  it(`files: of ${MAX_FILES_PER_POST + 1} no more are read, and what came before is kept`, async () => {
    const visitor = await visitorOf(site());
    const parts = [field('companyName', NAME), ...pdfs(MAX_FILES_PER_POST + 1)];
    const descriptors = await openDescriptors();
    const { status, text } = await visitor.sendParts(parts);
    expect(status).toBe(422);
    expect(text).toContain(texts('en').problemTooManyFiles);
    expect(await valuesOf(visitor)).toEqual({ companyName: NAME });
    expect(await filesOf(visitor)).toHaveLength(MAX_FILES);
    await expectTidy(site(), descriptors);
  });

  it('bytes of a file: exactly so many as one may have, and one more', async () => {
    const visitor = await visitorOf(site());
    const files = [file('full.pdf', pdfOf(MAX_FILE_BYTES)), file('over.pdf', pdfOf(MAX_FILE_BYTES + 1))];
    const { status, text } = await visitor.sendParts([...files, UPLOAD]);
    expect(status).toBe(422);
    expect(text).toContain(`over.pdf: ${texts('en').problemFileTooBig}`);
    expect(problemsIn(text)).toEqual(['#declareFile']);
    expect(await filesOf(visitor)).toEqual(['full.pdf']);
  });
});

describe('the value of a field', () => {
  /** A list shows one of its own options, whatever was sent. */
  const shown = textFields.filter((name) => name !== 'developmentStage');

  it.each(shown)('%s: the most bytes that one may have are kept and come back', async (name) => {
    const visitor = await visitorOf(site());
    const value = 'x'.repeat(MAX_FIELD_BYTES);
    const parts = fields({ ...goodFields, [name]: value });
    const { status, text } = await visitor.sendParts([...parts, file('a.pdf', PDF)]);
    expect(status).toBe(422);
    expect(problemsIn(text)).toContain(`#${name}`);
    expect(text.includes(value)).toBe(true);
    expect(await valuesOf(visitor)).toEqual({ ...goodFields, [name]: value });
  });

  it.each([
    ['companyName', `Shorten this to ${specs.companyName.max} characters or fewer`],
    ['contactPhone', `Shorten this to ${specs.contactPhone.max} characters or fewer`],
    ['companyDescription', `Shorten this to ${specs.companyDescription.max} characters or fewer`],
  ] as const)('%s: one byte more is this field’s problem alone, and all else is kept', async (name, said) => {
    const visitor = await visitorOf(site());
    const values = { ...goodFields, [name]: 'x'.repeat(MAX_FIELD_BYTES + 1), captcha: TEST_ANSWER };
    const body = bodyOf([...fields(values), file('a.pdf', PDF)]);
    const head = headBytes({
      'Content-Type': MULTIPART,
      'Content-Length': `${body.length}`,
      Cookie: visitor.cookie,
      ...SAME_ORIGIN,
    });
    // On a line to elsewhere, what stands behind the text does not come with its end.
    const end = body.indexOf('xxx') + MAX_FIELD_BYTES + 1;
    const { status, text } = await exchange(site().port, [
      head,
      body.subarray(0, end),
      body.subarray(end, end + 100),
      body.subarray(end + 100),
    ]);
    expect(status).toBe(422);
    expect(text).toContain(said);
    const { [name]: _tooLong, ...others } = goodFields;
    expect.soft(problemsIn(text)).toEqual([`#${name}`]);
    expect.soft(await valuesOf(visitor)).toMatchObject(others);
    expect.soft(await filesOf(visitor)).toEqual(['a.pdf']);
  });

  it(`of one that the form does not have is no form beyond ${MAX_TEXT_BYTES} bytes of text`, async () => {
    const visitor = await visitorOf(site());
    const parts = [
      field('companyName', NAME),
      ...many(4, () => field('unknown', 'x'.repeat(MAX_FIELD_BYTES))),
    ];
    expect((await visitor.sendParts(parts)).status).toBe(400);
    expect(await valuesOf(visitor)).toEqual({ companyName: NAME });
  });

  it('is no longer where the form is sent urlencoded', async () => {
    const visitor = await visitorOf(site());
    const body = new URLSearchParams({ companyDescription: 'x'.repeat(10 * MAX_FIELD_BYTES) });
    await visitor.sendBody(Buffer.from(`${body}`), URLENCODED);
    const { companyDescription = '' } = await valuesOf(visitor);
    expect(companyDescription.length).toBeLessThanOrEqual(MAX_FIELD_BYTES);
  });
});

describe('a urlencoded form', () => {
  const pairs = (count: number) =>
    [
      `companyName=${encodeURIComponent(NAME)}`,
      ...Array.from({ length: count - 1 }, (_, i) => `f${i}=x`),
    ].join('&');

  it(`of ${MAX_FIELDS_PER_POST} fields is read`, async () => {
    const visitor = await visitorOf(site());
    const { status } = await visitor.sendBody(Buffer.from(pairs(MAX_FIELDS_PER_POST)), URLENCODED);
    expect(status).toBe(422);
    expect(await valuesOf(visitor)).toEqual({ companyName: NAME });
  });

  it.each([
    ['of one more', pairs(MAX_FIELDS_PER_POST + 1)],
    ['that is too long', `companyName=${'x'.repeat(MAX_FIELD_BYTES * MAX_FIELDS_PER_POST)}`],
    ['in a charset that nobody knows', 'companyName=x'],
  ])('%s is no form', async (what, body) => {
    const { sendBody } = await visitorOf(site());
    const charset = what.includes('charset') ? '; charset=no-such' : '';
    const headers = { 'Content-Type': `application/x-www-form-urlencoded${charset}` };
    expect([400, 413, 415]).toContain((await sendBody(Buffer.from(body), headers)).status);
  });

  it('that unpacks to more than it may hold is no form', async () => {
    const { sendBody } = await visitorOf(site());
    const bomb = gzipSync(`companyName=${'x'.repeat(50_000_000)}`);
    const { status } = await sendBody(bomb, { ...URLENCODED, 'Content-Encoding': 'gzip' });
    expect([400, 413, 415]).toContain(status);
  });
});

describe('the size of a whole post', () => {
  const said = { 'Content-Type': MULTIPART, ...SAME_ORIGIN };

  it('far over the limit is ended, by a 413 unless the reset of the connection overtakes it', {
    timeout: 180_000,
  }, async () => {
    const head = headBytes({ ...said, 'Content-Length': '99999999999999' });
    const pieces = many(MAX_DISCARDED_BYTES / MAX_POST_BYTES + 1, () => endlessFiles(1));
    const status = await pour(
      site().port,
      head,
      pieces.flatMap((files) => [...files]),
    );
    expect([413, undefined]).toContain(status);
    expect((await site().raw('/healthz')).status).toBe(200);
  });

  it('at the limit is read', async () => {
    const visitor = await visitorOf(site());
    const body = bodyOf([field('companyName', NAME)]);
    const head = headBytes({ ...said, Cookie: visitor.cookie, 'Content-Length': `${MAX_POST_BYTES}` });
    const cutAfter = () => wait(200);
    const { status } = await exchange(site().port, Buffer.concat([head, body]), { cutAfter });
    expect(status).toBeUndefined();
    await expect.poll(() => valuesOf(visitor)).toEqual({ companyName: NAME });
  });

  it('need not be said: a body in chunks is read as well', async () => {
    const visitor = await visitorOf(site());
    const body = bodyOf([field('companyName', NAME), file('a.pdf', PDF), UPLOAD]);
    const chunked = Buffer.concat([chunk(body), LAST_CHUNK]);
    const headers = { ...said, Cookie: visitor.cookie, 'Transfer-Encoding': 'chunked' };
    expect((await exchange(site().port, postBytes(headers, chunked))).status).toBe(303);
    expect(await filesOf(visitor)).toEqual(['a.pdf']);
  });

  it.each([
    ['one file', 1],
    ['several', 2],
  ])(
    'holds as well for a body whose length was not said, with %s',
    { timeout: 180_000 },
    async (_name, files) => {
      const visitor = await visitorOf(site());
      const headers = { ...said, Cookie: visitor.cookie, 'Transfer-Encoding': 'chunked' };
      const status = await pour(site().port, headBytes(headers), endlessFiles(files));
      expect([413, undefined]).toContain(status);
    },
  );

  it.each([
    ['no body at all', {}],
    ['a body of no bytes', { 'Content-Length': '0' }],
  ])('may be nothing: %s', async (_name, length) => {
    const { status } = await exchange(site().port, headBytes({ ...said, ...length }));
    expect(status).toBeLessThan(500);
  });
});

it('after all that, the site is as it was', async () => {
  await expectToTakeAnApplication(site());
  expect(errorsIn(site())).toEqual([]);
});
