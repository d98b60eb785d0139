import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fields as specs } from '../../../src/applications/rules/fields.ts';
import {
  MAX_DISCARDED_BYTES,
  MAX_FIELD_BYTES,
  MAX_FIELD_NAME_BYTES,
  MAX_FIELDS_PER_POST,
  MAX_FILES_PER_POST,
  MAX_POST_BYTES,
  MAX_TEXT_BYTES,
} from '../../../src/applications/rules/limits.ts';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { goodFields, TEST_ANSWER, TEST_SETTINGS } from '../../support/form-client.ts';
import { itFirst, MATRIX } from '../../support/matrix.ts';
import { MULTIPART } from '../../support/multipart.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { bodyOf, field, fields, file, headBytes, type Part } from './support/bodies.ts';
import { endlessFiles, pour } from './support/chunks.ts';
import { exchange } from './support/exchange.ts';
import { draftIdOf, errorsIn } from './support/traces.ts';
import { expectToTakeAnApplication, SAME_ORIGIN, type Visitor, visitorOf } from './support/visitors.ts';

const PDF = buildPdf();
const NAME = field('companyName', '青禾科技');
const URL_ENCODED = { 'Content-Type': 'application/x-www-form-urlencoded' };
const site = siteForFile(TEST_SETTINGS);

const valuesOf = ({ client }: Visitor) => site().store.drafts.fields(draftIdOf(site(), client));
const filesOf = async ({ client }: Visitor) =>
  (await site().store.drafts.files(draftIdOf(site(), client))).map(({ name }) => name);

const many = <Made>(count: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index));

const MAX_PARTS = MAX_FIELDS_PER_POST + MAX_FILES_PER_POST;

describe('a multipart body', () => {
  itFirst<[string, number, (count: number) => Part[]]>(1, [
    ['fields', MAX_FIELDS_PER_POST, (count) => many(count - 1, (index) => field(`unknown${index}`, 'x'))],
    ['parts', MAX_PARTS, (count) => many(count - 1, () => ({ head: ['X: y'], content: Buffer.from('x') }))],
    ['bytes of a field name', MAX_FIELD_NAME_BYTES, (count) => [field('n'.repeat(count), 'x')]],
    ['bytes of a file field name', MAX_FIELD_NAME_BYTES, (count) => [file('a.pdf', PDF, 'n'.repeat(count))]],
  ])(
    'a multipart body with more than the maximum of %s returns 400 and keeps earlier fields',
    async (_what, most, partsOf) => {
      for (const [count, status] of [
        [most, 422],
        [most + 1, 400],
      ] as const) {
        const visitor = await visitorOf(site());
        expect((await visitor.sendParts([NAME, ...partsOf(count)])).status).toBe(status);
        expect(await valuesOf(visitor)).toEqual({ companyName: '青禾科技' });
      }
    },
  );

  it.each([0, 1])(
    'a field of %i bytes more than the maximum keeps all other fields and files',
    { tags: MATRIX },
    async (more) => {
      const visitor = await visitorOf(site());
      const companyDescription = 'x'.repeat(MAX_FIELD_BYTES + more);
      const body = bodyOf([
        ...fields({ ...goodFields, companyDescription, captcha: TEST_ANSWER }),
        file('a.pdf', PDF),
      ]);
      const said = { 'Content-Type': MULTIPART, 'Content-Length': `${body.length}`, Cookie: visitor.cookie };
      // Simulates a slow connection, on which the end of the field arrives separately.
      const end = body.indexOf('xxx') + MAX_FIELD_BYTES + more;
      const pieces = [headBytes({ ...said, ...SAME_ORIGIN }), body.subarray(0, end), body.subarray(end)];
      const { status, text } = await exchange(site().port, pieces);
      expect(status).toBe(422);
      expect(text).toContain(`Shorten this to ${specs.companyDescription.max} characters or fewer`);
      const stored = 'x'.repeat(MAX_FIELD_BYTES);
      expect(await valuesOf(visitor)).toEqual({ ...goodFields, companyDescription: stored });
      expect(await filesOf(visitor)).toEqual(['a.pdf']);
    },
  );

  it(`a multipart body with more than ${MAX_TEXT_BYTES} bytes of text returns 400`, async () => {
    const visitor = await visitorOf(site());
    const parts = many(4, () => field('unknown', 'x'.repeat(MAX_FIELD_BYTES)));
    expect((await visitor.sendParts([NAME, ...parts])).status).toBe(400);
    expect(await valuesOf(visitor)).toEqual({ companyName: '青禾科技' });
  });
});

describe('a URL-encoded body', () => {
  const pairs = (count: number) => ['companyName=x', ...many(count - 1, (index) => `f${index}=x`)].join('&');

  it(`truncates a long field of a URL-encoded body with ${MAX_FIELDS_PER_POST} fields`, async () => {
    const visitor = await visitorOf(site());
    expect((await visitor.sendBody(Buffer.from(pairs(MAX_FIELDS_PER_POST)), URL_ENCODED)).status).toBe(422);
    await visitor.sendBody(
      Buffer.from(`companyDescription=${'x'.repeat(10 * MAX_FIELD_BYTES)}`),
      URL_ENCODED,
    );
    const { companyName, companyDescription = '' } = await valuesOf(visitor);
    expect([companyName, companyDescription.length <= MAX_FIELD_BYTES]).toEqual(['x', true]);
  });

  it.each<[string, Buffer, Record<string, string>]>([
    ['with one field more', Buffer.from(pairs(MAX_FIELDS_PER_POST + 1)), {}],
    ['that is too long', Buffer.from(`companyName=${'x'.repeat(MAX_FIELD_BYTES * MAX_FIELDS_PER_POST)}`), {}],
    [
      'in an unknown charset',
      Buffer.from('companyName=x'),
      { 'Content-Type': `${URL_ENCODED['Content-Type']}; charset=no-such` },
    ],
    [
      'that decompresses to 50 MB',
      gzipSync(`companyName=${'x'.repeat(50_000_000)}`),
      { 'Content-Encoding': 'gzip' },
    ],
  ])('rejects a URL-encoded body %s', async (_what, body, headers) => {
    const { sendBody } = await visitorOf(site());
    expect([400, 413, 415]).toContain((await sendBody(body, { ...URL_ENCODED, ...headers })).status);
  });
});

describe('a body beyond the maximum of a POST', { timeout: 180_000 }, () => {
  const said = { 'Content-Type': MULTIPART, ...SAME_ORIGIN };

  it('a body with a declared length beyond the maximum returns 413 or a reset', {
    tags: MATRIX,
  }, async () => {
    const head = headBytes({ ...said, 'Content-Length': '99999999999999' });
    const pieces = many(MAX_DISCARDED_BYTES / MAX_POST_BYTES + 1, () => endlessFiles(1));
    expect([413, undefined]).toContain(
      await pour(
        site().port,
        head,
        pieces.flatMap((files) => [...files]),
      ),
    );
    expect((await site().raw('/healthz')).status).toBe(200);
  });

  itFirst(1, [1, 2])(
    'a body without a declared length returns 413 beyond the maximum, with %i files',
    async (files) => {
      const { cookie } = await visitorOf(site());
      const head = headBytes({ ...said, Cookie: cookie, 'Transfer-Encoding': 'chunked' });
      expect([413, undefined]).toContain(await pour(site().port, head, endlessFiles(files)));
    },
  );
});

it.each<Record<string, string>>([{}, { 'Content-Length': '0' }])(
  'a POST without a body is not a server error (%j)',
  async (length) => {
    const { status } = await exchange(
      site().port,
      headBytes({ 'Content-Type': MULTIPART, ...SAME_ORIGIN, ...length }),
    );
    expect(status).toBeLessThan(500);
  },
);

it('the site works without errors after invalid bodies', async () => {
  await expectToTakeAnApplication(site());
  expect(errorsIn(site())).toEqual([]);
});
