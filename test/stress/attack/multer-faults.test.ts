/** @module-tag matrix */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { BOUNDARY, MULTIPART } from '../../support/multipart.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import {
  bodyOf,
  closing,
  disposition,
  FORM,
  field,
  file,
  type Headers,
  type Part,
  postBytes,
} from './support/bodies.ts';
import { exchange } from './support/exchange.ts';
import { draftIdOf, errorsIn, expectTidy, openDescriptors } from './support/traces.ts';
import { expectToTakeAnApplication, SAME_ORIGIN, type Visitor, visitorOf } from './support/visitors.ts';

const PDF = buildPdf();
const NAME = field('companyName', '青禾科技');
const UPLOAD = field('action', 'upload');
const site = siteForFile(TEST_SETTINGS);

let visitor: Visitor;
let descriptors = 0;
beforeEach(async () => {
  visitor = await visitorOf(site());
  descriptors = await openDescriptors();
});
afterEach(async () => {
  await expectTidy(site(), descriptors);
  await expectToTakeAnApplication(site());
  expect(errorsIn(site())).toEqual([]);
});

async function stored() {
  const id = draftIdOf(site(), visitor.client);
  const files = await site().store.drafts.files(id);
  return { texts: await site().store.drafts.fields(id), files: files.map(({ name }) => name) };
}

const requestOf = (headers: Headers, body: Buffer, path?: string): Buffer =>
  postBytes({ 'Content-Type': MULTIPART, Cookie: visitor.cookie, ...SAME_ORIGIN, ...headers }, body, path);
const part = (...head: string[]): Part => ({ head, content: PDF });
const cut = (text: string): Buffer => bodyOf([NAME], BOUNDARY, Buffer.from(text));
const opening = `--${BOUNDARY}\r\n`;
const FILE = disposition('name="declareFile"; filename="a.pdf"');

/** Advisories of multer and busboy, and bodies that their parsers reject. */
it.each<[string, Buffer]>([
  ['CVE-2025-47944: a file without a boundary', cut(`${opening}${FILE}\r\n\r\nno boundary`)],
  ['CVE-2025-48997: a file of a field without a name', bodyOf([NAME, file('a.pdf', PDF, '')])],
  [
    'CVE-2025-7338: a head of a part before the last boundary',
    cut(`${opening}${FILE}\r\n--${BOUNDARY}--\r\n`),
  ],
  ['CVE-2026-3304: a malformed part after a good file', bodyOf([NAME, file('a.pdf', PDF), part('no colon')])],
  ['CVE-2026-5079: deeply nested names', bodyOf([NAME, field(`a${'[0]'.repeat(5000)}`, 'x')])],
  [
    'CVE-2026-77078: an array index overflow',
    bodyOf([NAME, field('items[4294967294]', 'x'), field('items[]', 'y')]),
  ],
  ['CVE-2022-24434: a head that begins with a space', bodyOf([NAME, part(` ${disposition('name="x"')}`)])],
  [
    'CVE-2026-74866: a carriage return in a file name',
    bodyOf([NAME, part(FILE.replace('a.pdf', 'a\rb.pdf'))]),
  ],
  ['a body that ends within a head', cut(`${opening}Content-Disp`)],
])('%s returns 400 and keeps earlier fields', async (_fault, body) => {
  expect((await visitor.sendBody(body)).status).toBe(400);
  expect((await stored()).texts).toEqual({ companyName: '青禾科技' });
});

it('CVE-2026-3520: rejects 12,000 files and a malformed part as too many files', async () => {
  const files = Array.from({ length: 12_000 }, () => file('a.pdf', Buffer.from('x')));
  expect((await visitor.sendBody(bodyOf([NAME, ...files, part('no colon')]))).status).toBe(422);
  expect((await stored()).texts).toEqual({ companyName: '青禾科技' });
});

it('CVE-2025-47935, CVE-2026-2359: 25 connections lost within a file leave only complete parts', async () => {
  const body = bodyOf([NAME, file('one.pdf', PDF), file('two.pdf', buildPdf({ padding: 200_000 }))]);
  const request = requestOf({ 'Content-Length': `${body.length}` }, body.subarray(0, 150_000));
  for (let time = 0; time < 25; time += 1)
    expect((await exchange(site().port, request, { cutAfter: () => wait(10) })).status).toBeUndefined();
  await expect.poll(stored).toEqual({ texts: { companyName: '青禾科技' }, files: ['one.pdf'] });
});

it.each(['__proto__', 'constructor', 'toString'])(
  'CVE-2026-19481: a field or part header named %s does not pollute prototypes',
  async (name) => {
    const head = [`${name}: x`, disposition('name="companyName"')];
    const parts = [
      field(name, 'polluted'),
      { head, content: Buffer.from('青禾科技') },
      file('a.pdf', PDF),
      UPLOAD,
    ];
    expect((await visitor.sendParts(parts)).status).toBe(303);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(await stored()).toEqual({ texts: { companyName: '青禾科技' }, files: ['a.pdf'] });
  },
);

it.each([253, 4000])('CVE-2026-19484: parses a body with a boundary of %i bytes', async (length) => {
  const boundary = 'b'.repeat(length);
  const noise = field('industry', '\r\n--bbbbbb'.repeat(5000));
  const body = bodyOf([NAME, noise, file('a.pdf', PDF), UPLOAD], boundary);
  const type = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  expect((await visitor.sendBody(body, type)).status).toBe(303);
  expect((await stored()).files).toEqual(['a.pdf']);
});

it.each<[string, string, string?, Headers?]>([
  ['of the form', 'declareFile'],
  ['of a field check', 'declareFile', `${FORM}?check=companyName`],
  ['of a rejected POST', 'declareFile', FORM, { 'Sec-Fetch-Site': 'cross-site' }],
])('a file %s after the last boundary does not stall its request', async (_where, name, path, headers) => {
  // busboy 1.6 skips the first boundary after the closing one and reads the next as the beginning of a part.
  const behind = `${opening}${opening}${disposition(`name="${name}"; filename="late.pdf"`)}\r\n\r\nno end`;
  const body = bodyOf([NAME, UPLOAD], BOUNDARY, Buffer.concat([closing(), Buffer.from(behind)]));
  const request = requestOf({ 'Content-Length': `${body.length}`, ...headers }, body, path);
  expect((await exchange(site().port, request)).status).toEqual(expect.any(Number));
});
