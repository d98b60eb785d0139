import { text as textOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { textFields } from '../../applications/rules/fields.ts';
import {
  NOW,
  newDraft,
  readyDraft,
  sha256Of,
  submitDraft,
  testStore,
  values,
} from '../../applications/store/testing/index.ts';
import { texts } from '../../i18n/set-up.ts';
import { DAY_MS } from '../../lib/days.ts';
import { findApplications, listApplications, showApplication, toDraftKey } from './show.ts';
import { send } from './testing/sent.ts';

it('prints every field of an application with its label', async () => {
  const store = await testStore();
  const files = ['a'.repeat(2048), 'b'].map((content) => ({ name: '计划书.pdf', content }));
  const fields = { companyName: '远\u001b]0;x\u0007\u202E山', companyDescription: 'two\nlines' };
  const shown = { ...values, ...fields, companyName: '远]0;x山', developmentStage: 'Growth' };
  const { reference } = await send(store, { fields, files });
  expect(await textOf(showApplication(store, ` ${reference.toLowerCase()}`))).toBe(
    [
      `Reference number            ${reference}`,
      'Submitted                   2026-11-21 12:00 (Asia/Shanghai)',
      'Language                    Chinese',
      ...textFields.map(
        (name) => `${texts('en')[name].padEnd(28)}${shown[name].replace('\n', `\n${' '.repeat(28)}`)}`,
      ),
      'Privacy notice              none',
      'Declaration documents       计划书.pdf',
      '                              2 KB (2048 bytes), application/pdf, unscanned: no virus scanner was configured',
      `                              sha256 ${sha256Of('a'.repeat(2048))}`,
      '                            计划书.pdf',
      '                              1 B (1 byte), application/pdf, unscanned: no virus scanner was configured',
      `                              sha256 ${sha256Of('b')}`,
      '',
    ].join('\n'),
  );
});

async function listLines(store: Awaited<ReturnType<typeof testStore>>, since?: number) {
  const messages: string[] = [];
  const text = await textOf(listApplications(store, since, (message) => messages.push(message)));
  return { lines: text.split('\n').filter(Boolean), messages };
}

it('prints one line per application, oldest first', async () => {
  const store = await testStore();
  const files = ['a.pdf', 'b.pdf'].map((name) => ({ name, content: name }));
  const sent = { now: NOW + DAY_MS, language: 'en', fields: { companyName: 'Acme' }, files } as const;
  const later = await send(store, sent);
  const first = await send(store, { fields: { companyName: '远山' } });
  const { lines, messages } = await listLines(store);
  expect(lines).toEqual([
    'Reference      Submitted (Asia/Shanghai)  Language  Company  Files  Scan         Delivered',
    `${first.reference}  2026-11-21 12:00           zh        远山     1      1 unscanned  –`,
    `${later.reference}  2026-11-22 12:00           en        Acme     2      2 unscanned  –`,
  ]);
  expect(messages).toEqual([]);
  expect((await listLines(store, NOW + 1)).lines.slice(1)).toEqual([
    expect.stringContaining(later.reference),
  ]);
});

it('the list counts infected, not yet scanned and unscanned files', async () => {
  const store = await testStore();
  const scans = ['infected', 'held', 'held', 'clean', 'unscanned'] as const;
  await send(store, { files: scans.map((scan, at) => ({ name: `${scan}.pdf`, content: `${at}`, scan })) });
  await send(store, { now: NOW + 1, files: [{ name: 'a.pdf', content: 'a', scan: 'clean' }] });
  const { lines } = await listLines(store);
  expect(lines[1]).toMatch(/ {2}5 {6}1 infected, 2 not yet scanned, 1 unscanned {2}–$/u);
  expect(lines[2]).toMatch(/ {2}1 {6}clean +–$/u);
});

it.each([
  ['wang fang', 'case'],
  ['ＷＡＮＧ　ＦＡＮＧ', 'width'],
  ['Wang​Fa­ng﻿', 'invisible characters'],
  ['Wáng Fāng', 'accents'],
  ['艾力·买买提', 'middle dots'],
  ['艾力・买买提', 'katakana dots'],
  ['艾力‧买买提', 'hyphenation points'],
  ['艾力买买提', 'missing dots'],
  ['长︀城⾦属', 'variation selectors and radicals'],
  ['技长', 'part of a name'],
  ['８６２５１２３４', 'part of a phone number'],
  ['025 12345678转分机801', 'another form of a phone number'],
  ['wang@公司.中国', 'domain in Unicode'],
  ['WANG@xn--55qx5d.xn--fiqs8s', 'domain in Punycode'],
  ['strasse 1', 'sharp s'],
  ['TERMS.pdf', 'file name'],
])('finds an application by %j (%s)', async (text) => {
  const store = await testStore();
  const fields = {
    contactPerson: 'Wa⁠ng Fang (艾力•买᠎买提)',
    contactPhone: '+86 (25) 1234-5678 ext. 801',
    contactEmail: 'wang@xn--55qx5d.xn--fiqs8s',
    companyName: '远山科技长城金属',
    registrationPlace: 'Straße 1',
  };
  const { reference } = await send(store, { fields, files: [{ name: 'Terms.pdf', content: 'a' }] });
  await send(store, { now: NOW + 1, fields: { contactPerson: 'Li Na', contactPhone: '010 999999' } });
  const report = () => expect.fail('not found');
  const lines = (await textOf(findApplications(store, text, report))).split('\n').slice(1, -1);
  expect(lines).toEqual([expect.stringContaining(reference)]);
});

it('finds open drafts by field or file name, with the key that deletes them', async () => {
  const store = await testStore();
  const sent = await readyDraft(store);
  await submitDraft(store, { draft: sent, fields: { contactPerson: 'Wang Fang' } });
  const draft = await newDraft(store, NOW, { language: 'en' });
  await store.drafts.saveFields(draft.id, { companyName: 'Acme', contactPerson: 'Wáng Fāng' }, NOW);
  const half = { name: 'half.pdf', bytes: 9, modifiedAt: null, metadata: '' };
  await store.resumableUploads.begin(draft.id, half, NOW);
  const find = (text: string) => textOf(findApplications(store, text, () => undefined));
  const row = `${toDraftKey(draft.id)}  not sent, 2026-11-21 12:00  en        Acme`;
  expect((await find('wang fang')).split('\n').slice(1)).toEqual([
    expect.stringMatching(/^A-2026-/u),
    expect.stringContaining(row),
    '',
  ]);
  expect(await find('half.pdf')).toContain(row);
  expect(await find('draft')).not.toContain('DRAFT-');
});

it('reports that no application contains this text', async () => {
  const store = await testStore();
  const { reference } = await send(store, {});
  const messages: string[] = [];
  const report = (message: string) => void messages.push(message);
  expect(await textOf(findApplications(store, 'nobody@x.cn', report))).toBe('');
  expect(messages).toEqual(['No application or open draft contains this text.']);
  expect(await textOf(findApplications(store, reference.toLowerCase(), report))).toContain(reference);
});
