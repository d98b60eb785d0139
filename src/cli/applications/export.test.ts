import { describe, expect, it } from 'vitest';
import { textFields, type Values } from '../../form/rules/fields.ts';
import { NOW, testStore, values } from '../../store/testing/index.ts';
import { csvRow, exportApplications } from './export.ts';
import { readCsv } from './testing/read-csv.ts';
import { NO_REPORTS, send, sha256Of, textOf } from './testing/sent.ts';

const exportJson = async (store: Awaited<ReturnType<typeof testStore>>, since?: number): Promise<unknown> =>
  JSON.parse(await textOf(exportApplications(store, { format: 'json', since }, NO_REPORTS)));

describe('the JSON export', () => {
  it('is an empty array without applications', async () => {
    expect(await exportJson(await testStore())).toEqual([]);
  });

  it('contains every stored field in the order of the form', async () => {
    const store = await testStore();
    const files = [
      { name: '计划书.pdf', content: 'abc' },
      { name: '🚀.pdf', content: '四' },
    ];
    const { reference } = await send(store, { files });
    const all = (await exportJson(store)) as Record<string, unknown>[];
    const file = { type: 'application/pdf', scan: 'unscanned' };
    expect(all).toEqual([
      {
        reference,
        language: 'zh',
        submittedAt: '2026-11-21T12:00:00.000+08:00',
        ...values,
        privacyNotice: null,
        files: [
          { ...file, name: '计划书.pdf', bytes: 3, sha256: sha256Of('abc') },
          { ...file, name: '🚀.pdf', bytes: 3, sha256: sha256Of('四') },
        ],
      },
    ]);
    expect(Object.keys(all[0] ?? {})).toEqual([
      'reference',
      'language',
      'submittedAt',
      ...textFields,
      'privacyNotice',
      'files',
    ]);
  });

  it('is one array, oldest application first, also with --since', async () => {
    const store = await testStore();
    const sent: string[] = [];
    for (const index of [0, 1, 2]) sent.push((await send(store, { now: NOW + index })).reference);
    expect(await exportJson(store)).toMatchObject(sent.map((reference) => ({ reference })));
    expect(await exportJson(store, NOW + 1)).toMatchObject(sent.slice(1).map((reference) => ({ reference })));
    expect(await exportJson(store, NOW + 3)).toEqual([]);
  });

  it('is written in pieces of one application', async () => {
    const store = await testStore();
    for (const now of [NOW, NOW + 1]) await send(store, { now });
    const pieces: string[] = [];
    for await (const piece of exportApplications(store, { format: 'json' }, NO_REPORTS)) pieces.push(piece);
    expect(pieces).toHaveLength(3);
    expect(pieces.join('').split('\n')).toHaveLength(5);
  });
});

const HEADINGS = ['reference', 'language', 'submittedAt', ...textFields, 'privacyNotice', 'files', 'scans'];

const exportCsv = (store: Awaited<ReturnType<typeof testStore>>): Promise<string> =>
  textOf(exportApplications(store, { format: 'csv' }, NO_REPORTS));

describe('the CSV export', () => {
  it('has only the headings without applications, and a byte order mark for Excel', async () => {
    const text = await exportCsv(await testStore());
    expect(Buffer.from(text).subarray(0, 3).toString('hex')).toBe('efbbbf');
    expect(readCsv(text.slice(1))).toEqual([HEADINGS]);
  });

  it('has one row per application and quotes every cell', async () => {
    const store = await testStore();
    const fields = { companyName: '远山,"科技"', companyDescription: 'two\nlines, "quoted"; and\ta tab' };
    const files = ['计划书.pdf', 'a, "b".pdf', '计划书.pdf'].map((name) => ({ name, content: name }));
    const cells: Values = {
      ...values,
      ...fields,
      establishmentDate: `'${values.establishmentDate}`,
      contactPhone: `'${values.contactPhone}`,
      industry: `'${values.industry}`,
    };
    const { reference } = await send(store, { fields, files });
    const [, row, ...others] = readCsv((await exportCsv(store)).slice(1));
    expect(others).toEqual([]);
    expect(row).toEqual([
      reference,
      'zh',
      '2026-11-21T12:00:00.000+08:00',
      ...textFields.map((name) => cells[name]),
      '',
      '计划书.pdf\na, "b".pdf\n计划书.pdf',
      'unscanned\nunscanned\nunscanned',
    ]);
  });
});

describe('a CSV cell', () => {
  it.each([
    '=1+1',
    '=HYPERLINK("http://a.example";"b")',
    '+86 25 1234',
    '-1',
    '@SUM(A1)',
    "\t=cmd|'/c calc'!A0",
    '\ttext',
    '\rtext',
    '\n=1',
    ' =1',
    '\u3000=1',
    '\u00A0+1',
    '\uFEFF=1',
    '\u200B=1',
    '\u202E@a',
    '＝1+1',
    '＋86',
    '－1',
    '＠SUM(A1)',
    ' ＝1',
    '02588886666',
    '3-4',
    '1E5',
    '1792034567890123456',
    '0123456789012e45',
    '(025) 1234-5678',
    '010-8888',
    '１２３',
    '1,234.50',
    '12%',
    '￥500',
    '2020-01-02',
    '2020/1/2',
    '2020年1月2日',
    '12:30',
    '上午9:00',
    '9 AM',
    'MAR1',
    '2 Sept 2020',
    'TRUE',
    "'=1",
  ])('guards %j, which a spreadsheet would change', (text) => {
    expect(readCsv(csvRow([text]))).toEqual([[`'${text}`]]);
  });

  it.each([
    '',
    'a=b',
    'a@b.cn',
    '远山',
    '"=1"',
    '·=',
    ' two',
    '360公司',
    '3D Print',
    'A-2026-7K4MXQ',
    '2026-11-21T12:00:00.000+08:00',
  ])('leaves %j unchanged', (text) => {
    expect(readCsv(csvRow([text]))).toEqual([[text]]);
  });

  it('is not split by a spreadsheet that separates by semicolons', () => {
    expect(csvRow(['a;=1+1;"=2'])).toBe('"a;=1+1;""=2"\r\n');
  });
});
