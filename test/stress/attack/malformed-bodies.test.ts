import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import {
  MAX_FIELDS_PER_POST,
  MAX_FILES_PER_POST,
  MAX_POST_BYTES,
  MEGABYTE,
} from '../../../src/applications/rules/limits.ts';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { goodFields, TEST_ANSWER, TEST_SETTINGS } from '../../support/form-client.ts';
import { itFirst, MATRIX } from '../../support/matrix.ts';
import { BOUNDARY, MULTIPART } from '../../support/multipart.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { bodyOf, closing, disposition, FORM, field, file, type Part, postBytes } from './support/bodies.ts';
import { exchange } from './support/exchange.ts';
import { draftIdOf, errorsIn, expectTidy, openDescriptors } from './support/traces.ts';
import { SAME_ORIGIN, type Visitor, visitorOf } from './support/visitors.ts';

const PDF = buildPdf();
const NAME = field('companyName', '青禾科技');
const STORED = { companyName: '青禾科技' };
const UPLOAD = field('action', 'upload');
const opening = `--${BOUNDARY}\r\n`;
const FILE = disposition('name="declareFile"; filename="a.pdf"');
const site = siteForFile(TEST_SETTINGS);

let descriptors = 0;
beforeAll(async () => {
  descriptors = await openDescriptors();
});

const storedTexts = ({ client }: Visitor) => site().store.drafts.fields(draftIdOf(site(), client));
const many = (count: number, make: (index: number) => Part): Part[] =>
  Array.from({ length: count }, (_, index) => make(index));

itFirst<[string, number, (count: number) => Part[]]>(1, [
  ['fields', MAX_FIELDS_PER_POST, (count) => many(count - 1, (index) => field(`unknown${index}`, 'x'))],
  [
    'parts',
    MAX_FIELDS_PER_POST + MAX_FILES_PER_POST,
    (count) => many(count - 1, () => ({ head: ['X: y'], content: Buffer.from('x') })),
  ],
])(
  'a body with more than the maximum of %s returns 400 and keeps earlier fields',
  async (_what, most, parts) => {
    for (const [count, status] of [
      [most, 422],
      [most + 1, 400],
    ] as const) {
      const visitor = await visitorOf(site());
      expect((await visitor.sendParts([NAME, ...parts(count)])).status).toBe(status);
      expect(await storedTexts(visitor)).toEqual(STORED);
    }
  },
);

it.each<[string, Buffer, Record<string, string>]>([
  [
    'with one field more',
    Buffer.from(Array.from({ length: MAX_FIELDS_PER_POST + 1 }, (_, at) => `f${at}=x`).join('&')),
    {},
  ],
  ['that decompresses to 50 MB', gzipSync(`a=${'x'.repeat(50_000_000)}`), { 'Content-Encoding': 'gzip' }],
])('rejects a URL-encoded body %s', async (_what, body, headers) => {
  const { sendBody } = await visitorOf(site());
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect([400, 415]).toContain((await sendBody(body, { ...type, ...headers })).status);
});

it('a body without a declared length returns 413 beyond the maximum', { tags: MATRIX }, async () => {
  const { client } = await visitorOf(site());
  const headers = { 'Content-Type': MULTIPART, Cookie: client.cookie(), ...SAME_ORIGIN };
  const status = await new Promise<number | undefined>((resolve) => {
    const outgoing = request({ host: '127.0.0.1', port: site().port, path: FORM, method: 'POST', headers });
    outgoing.once('response', ({ statusCode }) => resolve(statusCode));
    // The site may reset the connection before the response is read.
    outgoing.once('error', () => resolve(undefined));
    outgoing.write(`${opening}${FILE}\r\n\r\n`);
    for (let bytes = 0; bytes <= MAX_POST_BYTES; bytes += MEGABYTE)
      outgoing.write(Buffer.alloc(MEGABYTE, 'x'));
    outgoing.end();
  });
  expect([413, undefined]).toContain(status);
});

const cut = (text: string): Buffer => bodyOf([NAME], Buffer.from(text));

/** Advisories of multer and busboy, and bodies that their parsers reject. */
it.each<[string, Buffer]>([
  ['CVE-2025-47944: a file without a boundary', cut(`${opening}${FILE}\r\n\r\nno boundary`)],
  ['CVE-2025-48997: a file of a field without a name', bodyOf([NAME, file('a.pdf', PDF, '')])],
  ['CVE-2025-7338: a head before the last boundary', cut(`${opening}${FILE}\r\n--${BOUNDARY}--\r\n`)],
  [
    'CVE-2026-3304: a malformed part after a good file',
    bodyOf([NAME, file('a.pdf', PDF), { head: ['no colon'], content: PDF }]),
  ],
  ['a body that ends within a head', cut(`${opening}Content-Disp`)],
])('%s returns 400 and keeps earlier fields', async (_what, body) => {
  const visitor = await visitorOf(site());
  expect((await visitor.sendBody(body)).status).toBe(400);
  expect(await storedTexts(visitor)).toEqual(STORED);
});

it.each<[string, Part[]]>([
  ['CVE-2026-77078: an array index overflow', [field('items[4294967294]', 'x'), field('items[]', 'y')]],
  ['a long field name', [field('n'.repeat(10_000), 'x')]],
  ['a field without a name', [{ head: ['Content-Disposition: form-data'], content: Buffer.from('x') }]],
  ['the prototype as a field name', [field('__proto__', 'x'), field('constructor', 'x')]],
])('%s is ignored', async (_what, parts) => {
  const visitor = await visitorOf(site());
  expect((await visitor.sendParts([NAME, ...parts])).status).toBe(422);
  expect(await storedTexts(visitor)).toEqual(STORED);
});

it('a file after the last boundary does not stall its request', async () => {
  const { client } = await visitorOf(site());
  // busboy 1.6 skips the first boundary after the closing one and reads the next as the beginning of a part.
  const behind = Buffer.from(`${opening}${opening}${FILE}\r\n\r\nno end`);
  const body = bodyOf([NAME, UPLOAD], Buffer.concat([closing(), behind]));
  const headers = { 'Content-Type': MULTIPART, 'Content-Length': `${body.length}`, Cookie: client.cookie() };
  const { status } = await exchange(site().port, postBytes({ ...headers, ...SAME_ORIGIN }, body));
  expect(status).toEqual(expect.any(Number));
});

it('invalid bodies leave no file, connection or error behind', async () => {
  await expectTidy(site(), descriptors);
  const { client } = await visitorOf(site());
  const fields = { ...goodFields, captcha: TEST_ANSWER };
  expect((await client.post({ fields, files: [{ name: 'a.pdf', content: PDF }] })).status).toBe(303);
  expect(errorsIn(site())).toEqual([]);
});
