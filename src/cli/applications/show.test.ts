import { text as textOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { textFields } from '../../applications/rules/fields.ts';
import { NOW, sha256Of, testStore, values } from '../../applications/store/testing/index.ts';
import { texts } from '../../i18n/set-up.ts';
import { DAY_MS } from '../../lib/days.ts';
import { find, list, show } from './show.ts';
import { send } from './testing/sent.ts';

it('prints every field of an application with its label', async () => {
  const store = await testStore();
  const files = ['a'.repeat(2048), 'b'].map((content) => ({ name: '计划书.pdf', content }));
  const fields = { companyName: '远\u001b]0;x\u0007\u202E山', companyDescription: 'two\nlines' };
  const shown = { ...values, ...fields, companyName: '远]0;x山', developmentStage: 'Growth' };
  const { reference } = await send(store, { fields, files });
  expect(await textOf(show(store, ` ${reference.toLowerCase()}`))).toBe(
    [
      `Reference number            ${reference}`,
      'Submitted                   2026-11-21 12:00 (Asia/Shanghai)',
      'Language                    Chinese',
      ...textFields.map(
        (name) => `${texts('en')[name].padEnd(28)}${shown[name].replace('\n', `\n${' '.repeat(28)}`)}`,
      ),
      'Privacy notice              none',
      'Declaration files           计划书.pdf',
      '                              2 KB (2048 bytes), application/pdf, unscanned: no virus scanner was set',
      `                              sha256 ${sha256Of('a'.repeat(2048))}`,
      '                            计划书.pdf',
      '                              1 B (1 bytes), application/pdf, unscanned: no virus scanner was set',
      `                              sha256 ${sha256Of('b')}`,
      '',
    ].join('\n'),
  );
});

async function listLines(store: Awaited<ReturnType<typeof testStore>>, since?: number) {
  const messages: string[] = [];
  const text = await textOf(list(store, { since }, (message) => messages.push(message)));
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

it('finds applications by text in any case, width or phone format', async () => {
  const store = await testStore();
  const fields = { contactPerson: 'Wang Fang', contactPhone: '+86 (25) 1234-5678', companyName: '远山科技' };
  const { reference } = await send(store, { fields, files: [{ name: 'Terms.pdf', content: 'a' }] });
  await send(store, { now: NOW + 1, fields: { contactPerson: 'Li Na', contactPhone: '010 999999' } });
  const messages: string[] = [];
  const foundBy = async (text: string) =>
    (await textOf(find(store, text, (message) => messages.push(message)))).split('\n').slice(1, -1);
  for (const text of ['wang fang', '８６２５１２３４', '山科', 'TERMS.pdf', reference.toLowerCase()])
    expect(await foundBy(text), text).toEqual([expect.stringContaining(reference)]);
  expect(await foundBy('nobody@x.cn')).toEqual([]);
  expect(messages).toEqual(['No application contains the text.']);
});
