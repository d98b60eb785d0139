import { describe, expect, it } from 'vitest';
import { textFields, type Values } from '../../form/rules/fields.ts';
import { testStore, values } from '../../store/testing/index.ts';
import { exportApplications } from './export.ts';
import { rowOf } from './export-csv.ts';
import { readCsv } from './testing/read-csv.ts';
import { NOTHING_TO_SAY, send, textOf } from './testing/sent.ts';

const HEADINGS = ['reference', 'language', 'submittedAt', ...textFields, 'privacyNotice', 'files', 'scans'];

const exported = (store: Awaited<ReturnType<typeof testStore>>): Promise<string> =>
  textOf(exportApplications(store, { format: 'csv' }, NOTHING_TO_SAY));

describe('the export as CSV', () => {
  it('of no applications is the heading alone, in the UTF-8 that Excel knows', async () => {
    const text = await exported(await testStore());
    expect(Buffer.from(text).subarray(0, 3).toString('hex')).toBe('efbbbf');
    expect(readCsv(text.slice(1))).toEqual([HEADINGS]);
  });

  it('has a row an application, whatever its fields hold', async () => {
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
    const [, row, ...others] = readCsv((await exported(store)).slice(1));
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

describe('a cell that a spreadsheet would change', () => {
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
  ])('%j is made a text', (text) => {
    expect(readCsv(rowOf([text]))).toEqual([[`'${text}`]]);
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
  ])('%j stays', (text) => {
    expect(readCsv(rowOf([text]))).toEqual([[text]]);
  });

  it('is not made by a spreadsheet that separates by semicolons either', () => {
    expect(rowOf(['a;=1+1;"=2'])).toBe('"a;=1+1;""=2"\r\n');
  });
});
