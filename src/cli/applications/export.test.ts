import { text as textOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { textFields, type Values } from '../../form/rules/fields.ts';
import { NOW, sha256Of, testStore, values } from '../../store/testing/index.ts';
import { csvRow, exportApplications } from './export.ts';
import { readCsv } from './testing/read-csv.ts';
import { NO_REPORTS, send } from './testing/sent.ts';

const exportOf = (format: 'json' | 'csv', store: Awaited<ReturnType<typeof testStore>>, since?: number) =>
  textOf(exportApplications(store, { format, since }, NO_REPORTS));

it('exports every stored field as JSON in the order of the form', async () => {
  const store = await testStore();
  expect(await exportOf('json', store)).toBe('[]\n');
  const contents = { '计划书.pdf': 'abc', '🚀.pdf': '四' };
  const { reference } = await send(store, {
    files: Object.entries(contents).map(([name, content]) => ({ name, content })),
  });
  const [application] = JSON.parse(await exportOf('json', store));
  const expected = {
    reference,
    language: 'zh',
    submittedAt: '2026-11-21T12:00:00.000+08:00',
    ...Object.fromEntries(textFields.map((name) => [name, values[name]])),
    privacyNotice: null,
    files: Object.entries(contents).map(([name, content]) => ({
      name,
      type: 'application/pdf',
      bytes: 3,
      sha256: sha256Of(content),
      scan: 'unscanned',
    })),
  };
  expect(application).toEqual(expected);
  expect(Object.keys(application)).toEqual(Object.keys(expected));
});

it('exports one JSON array in pieces of one application, oldest first, also with --since', async () => {
  const store = await testStore();
  const sent: { reference: string }[] = [];
  for (const index of [0, 1, 2])
    sent.push({ reference: (await send(store, { now: NOW + index })).reference });
  expect(JSON.parse(await exportOf('json', store))).toMatchObject(sent);
  expect(JSON.parse(await exportOf('json', store, NOW + 1))).toMatchObject(sent.slice(1));
  const pieces: string[] = [];
  for await (const piece of exportApplications(store, { format: 'json' }, NO_REPORTS)) pieces.push(piece);
  expect(pieces).toHaveLength(sent.length + 1);
});

it('exports a CSV with a byte order mark for Excel, headings, and one quoted row per application', async () => {
  const store = await testStore();
  const fields = { companyName: '远山,"科技"', companyDescription: 'two\nlines, "quoted"; and\ta tab' };
  const files = ['计划书.pdf', 'a, "b".pdf', '计划书.pdf'].map((name) => ({ name, content: name }));
  const { reference } = await send(store, { fields, files });
  const text = await exportOf('csv', store);
  expect(Buffer.from(text).subarray(0, 3).toString('hex')).toBe('efbbbf');
  const guarded = ['establishmentDate', 'contactPhone', 'industry'];
  const all: Values = { ...values, ...fields };
  expect(readCsv(text.slice(1))).toEqual([
    ['reference', 'language', 'submittedAt', ...textFields, 'privacyNotice', 'files', 'scans'],
    [
      reference,
      'zh',
      '2026-11-21T12:00:00.000+08:00',
      ...textFields.map((name) => (guarded.includes(name) ? `'${all[name]}` : all[name])),
      '',
      '计划书.pdf\na, "b".pdf\n计划书.pdf',
      'unscanned\nunscanned\nunscanned',
    ],
  ]);
});

it.each([
  '=1+1',
  '=HYPERLINK("http://a.example";"b")',
  '+86 25 1234',
  '@SUM(A1)',
  "\t=cmd|'/c calc'!A0",
  '\n=1',
  ' =1',
  '\u3000=1',
  '\u00A0+1',
  '\uFEFF=1',
  '\u200B=1',
  '\u202E@a',
  '＝1+1',
  '02588886666',
  '3-4',
  '1E5',
  '1792034567890123456',
  '0123456789012e45',
  '(025) 1234-5678',
  '１２３',
  '1,234.50',
  '12%',
  '￥500',
  '2020-01-02',
  '2020年1月2日',
  '12:30',
  '9 AM',
  'MAR1',
  '2 Sept 2020',
  'TRUE',
  "'=1",
])('guards the CSV cell %j, which a spreadsheet would change', (text) => {
  expect(readCsv(csvRow([text]))).toEqual([[`'${text}`]]);
});

it.each([
  '',
  'a=b',
  'a@b.cn',
  '远山',
  '"=1"',
  '360公司',
  '3D Print',
  'A-2026-7K4MXQ',
  '2026-11-21T12:00:00.000+08:00',
])('leaves the CSV cell %j unchanged', (text) => {
  expect(readCsv(csvRow([text]))).toEqual([[text]]);
});

it('quotes a CSV cell that a spreadsheet would split at semicolons', () => {
  expect(csvRow(['a;=1+1;"=2'])).toBe('"a;=1+1;""=2"\r\n');
});
