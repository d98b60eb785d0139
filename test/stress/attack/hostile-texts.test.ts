import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Parser } from 'htmlparser2';
import { expect, it } from 'vitest';
import { textFields } from '../../../src/applications/rules/fields.ts';
import { freeTexts } from '../../../src/applications/rules/testing/sample-application.ts';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { DIST } from '../../../src/build/paths.ts';
import { readSiteAssets } from '../../../src/http/response-cache/built-assets.ts';
import { GUARD_SCRIPT } from '../../../views/document.model.ts';
import { goodFields, TEST_ANSWER, TEST_SETTINGS } from '../../support/form-client.ts';
import { itFirst } from '../../support/matrix.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { field, fields, file } from './support/bodies.ts';
import { draftIdOf, rowsOf } from './support/traces.ts';
import { visitorOf } from './support/visitors.ts';

const PDF = buildPdf();
const UPLOAD = field('action', 'upload');
const site = siteForFile(TEST_SETTINGS);

/** Returns texts that would run code or load resources if they were inserted as HTML. */
function strangeIn(html: string): string[] {
  const strange: string[] = [];
  const parser = new Parser({
    onopentag(tag, { src = '', type, ...others }) {
      const isOwn = src.startsWith('/') || src === '';
      const isData = type === 'application/ld+json';
      if (!isOwn || (tag === 'script' && src === '' && !isData)) strange.push(`${tag} ${src}`);
      strange.push(...Object.keys(others).filter((name) => name.startsWith('on')));
    },
  });
  parser.end(html.replace(`<script>${readSiteAssets(DIST)[GUARD_SCRIPT]}</script>`, ''));
  return strange;
}

itFirst(1, [
  '</textarea></title><script>alert(1)</script>',
  '{{limit}} {{- x}} $t(companyName) $& &lt;b&gt;',
  "'; drop table drafts; select '\" or 1=1 --",
  'a\u202Eb\u2066c 𠮷野家 👩‍👩‍👧',
])('shows %s as text in every field and on the receipt', async (word) => {
  const { client, sendParts } = await visitorOf(site());
  const values = Object.fromEntries(textFields.map((name) => [name, `${word} ${name}`]));
  const { status, text } = await sendParts([...fields(values), UPLOAD]);
  expect([status, strangeIn(text)]).toEqual([422, []]);
  expect(await site().store.drafts.fields(draftIdOf(site(), client))).toEqual(values);
  const { developmentStage: _chosen, ...typed } = values;
  expect(strangeIn((await client.get()).text)).toEqual([]);
  expect(client.inputs()).toMatchObject(typed);
  const files = [{ name: `${word.replaceAll(/[/\\]/gu, '')}.pdf`, content: PDF }];
  const hostile = freeTexts((max) => word.slice(0, max));
  const good = { ...goodFields, ...hostile, captcha: TEST_ANSWER };
  expect((await client.post({ fields: good, files })).status).toBe(303);
  const receipt = await client.get(client.receipt());
  for (const value of Object.values(hostile)) expect(receipt.mainText).toContain(value);
  expect(strangeIn(receipt.text)).toEqual([]);
});

it('fields named like columns do not change a row', async () => {
  const { client, sendParts } = await visitorOf(site());
  const row = () => {
    const id = draftIdOf(site(), client);
    const [found] = rowsOf<object>(site(), 'select * from drafts where id = ?', id);
    return { ...found, updated_at: 0 };
  };
  const before = row();
  const names = ['id', 'reference', 'captchaSolvedAt', 'captcha_solved_at', 'addressHash'];
  await sendParts([...names.map((name) => field(name, '1')), UPLOAD]);
  expect(row()).toEqual(before);
});

/** File names as sent and as stored. */
const NAMES = [
  ['../../../../x.pdf', 'x.pdf'],
  ['C:\\fakepath\\..\\y.pdf', 'y.pdf'],
  ['50%00%2e%2e%2fz.pdf', '50%00%2e%2e%2fz.pdf'],
  ['x%0D%0ASet-Cookie: a=b.pdf', 'xSet-Cookie: a=b.pdf'],
  [`${'文'.repeat(5000)}.pdf`, `${'文'.repeat(196)}.pdf`],
  ['%22><img src=x onerror=alert(1)>.pdf', '"><img src=x onerror=alert(1)>.pdf'],
] as const;
const STORED = NAMES.map(([, stored]) => stored);

it('cleans and escapes hostile file names, also in errors', async () => {
  const { client, sendParts } = await visitorOf(site());
  const refused = await sendParts([...NAMES.map(([sent]) => file(sent, Buffer.alloc(8))), UPLOAD]);
  expect([refused.status, strangeIn(refused.text)]).toEqual([422, []]);
  expect(refused.text.split('The file is damaged').length).toBeGreaterThan(NAMES.length);
  const { status, headers } = await sendParts([...NAMES.map(([sent]) => file(sent, PDF)), UPLOAD]);
  expect(status).toBe(303);
  for (const cookie of headers['set-cookie'] ?? []) expect(cookie).toMatch(/^__Host-application=/u);
  const page = await client.get();
  expect([page.fileNames, strangeIn(page.text)]).toEqual([STORED, []]);
  const stored = await readdir(path.join(site().dataDir, 'uploads'));
  expect(stored.filter((name) => !/^[0-9a-f]{32}$/u.test(name))).toEqual([]);
});
