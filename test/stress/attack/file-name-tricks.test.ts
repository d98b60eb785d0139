import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { allIn, readPage, textOf } from '../../support/html.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { disposition, field, file, type Part } from './support/bodies.ts';
import { strangeIn } from './support/strange.ts';
import { draftIdOf } from './support/traces.ts';
import { type Visitor, visitorOf } from './support/visitors.ts';

const PDF = buildPdf();
const UPLOAD = field('action', 'upload');
const site = siteForFile(TEST_SETTINGS);

const filesOf = async ({ client }: Visitor) =>
  (await site().store.drafts.files(draftIdOf(site(), client))).map(({ name }) => name);

/** Names as sent and as stored. */
const NAMES = [
  ['../../../../x.pdf', 'x.pdf'],
  ['C:\\fakepath\\..\\y.pdf', 'y.pdf'],
  ['....pdf', 'file.pdf'],
  ['50%00%2e%2e%2fz.pdf', '50%00%2e%2e%2fz.pdf'],
  ['x%0D%0ASet-Cookie: a=b.pdf', 'xSet-Cookie: a=b.pdf'],
  ['report\u202Excod.pdf', 'reportxcod.pdf'],
  [`${'文'.repeat(5000)}.pdf`, `${'文'.repeat(196)}.pdf`],
  ['%22><img src=x onerror=alert(1)>.pdf', '"><img src=x onerror=alert(1)>.pdf'],
  ['{{problem}} $t(companyName) $& $1.pdf', '{{problem}} $t(companyName) $& $1.pdf'],
  ["x'); drop table drafts; --.pdf", "x'); drop table drafts; --.pdf"],
] as const;

it('cleans and escapes hostile file names', async () => {
  const visitor = await visitorOf(site());
  const { status, headers } = await visitor.sendParts([...NAMES.map(([sent]) => file(sent, PDF)), UPLOAD]);
  expect(status).toBe(303);
  expect((headers['set-cookie'] ?? []).every((cookie) => cookie.startsWith('__Host-application='))).toBe(
    true,
  );
  const names = NAMES.map(([, kept]) => kept);
  expect(await filesOf(visitor)).toEqual(names);
  const page = await visitor.client.get();
  expect(page.fileNames).toEqual(names);
  expect(strangeIn(page.text)).toEqual([]);
  const stored = await readdir(path.join(site().dataDir, 'uploads'));
  expect(stored.filter((name) => !/^[0-9a-f]{32}$/u.test(name))).toEqual([]);
});

it('escapes hostile file names in errors', async () => {
  const { sendParts } = await visitorOf(site());
  const bad = NAMES.map(([sent]) => file(sent, Buffer.from('no PDF')));
  const { status, text } = await sendParts([...bad, UPLOAD]);
  expect([status, strangeIn(text)]).toEqual([422, []]);
  const problems = allIn(readPage(text).one('div', { id: '_problems' }), 'li').map(textOf);
  const named = problems.map((problem) =>
    problem.split(': The file is damaged')[0]?.replace(/^Declaration files: /u, ''),
  );
  expect(named).toEqual(NAMES.map(([, kept]) => kept));
});

const extended = (value: string): Part => ({
  head: [disposition(`name="declareFile"; filename*=${value}`)],
  content: PDF,
});

it.each([
  ["UTF-8''%E8%AE%A1%E5%88%92.pdf", '计划.pdf'],
  ["utf-8''x.exe%00.pdf", 'x.exe.pdf'],
  ["utf-16le''a%00%00%D8.%00p%00d%00f%00", 'a\uFFFD.pdf'],
  ["utf-8''%FF%FE.pdf", '\uFFFD\uFFFD.pdf'],
])('stores the RFC 5987 file name %s as %s', async (value, kept) => {
  const visitor = await visitorOf(site());
  expect((await visitor.sendParts([extended(value), UPLOAD])).status).toBe(303);
  expect(await filesOf(visitor)).toEqual([kept]);
});
