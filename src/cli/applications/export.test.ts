import { buffer, text as textOf } from 'node:stream/consumers';
import { XMLParser } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { textFields, type Values } from '../../applications/rules/fields.ts';
import { NOW, sha256Of, testStore, values } from '../../applications/store/testing/index.ts';
import { csvRow, exportApplications } from './export.ts';
import { readCsv } from './testing/read-csv.ts';
import { NO_REPORTS, send } from './testing/sent.ts';

const exportText = (format: 'json' | 'csv', store: Awaited<ReturnType<typeof testStore>>, since?: number) =>
  textOf(exportApplications(store, { format, since }, NO_REPORTS));

it('exports every stored field as JSON in the order of the form', async () => {
  const store = await testStore();
  expect(await exportText('json', store)).toBe('[]\n');
  const contents = { '计划书.pdf': 'abc', '🚀.pdf': '四' };
  const { reference } = await send(store, {
    files: Object.entries(contents).map(([name, content]) => ({ name, content })),
  });
  const [application] = JSON.parse(await exportText('json', store));
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

it('exports a CSV with one quoted row per application', async () => {
  const store = await testStore();
  const fields = {
    companyName: '远山,"科技"',
    contactPhone: '+8613800138000',
    companyDescription: 'two\nlines, "quoted"; and\ta tab',
  };
  const files = ['计划书.pdf', 'a, "b".pdf', '计划书.pdf'].map((name, at) => ({
    name,
    content: `${at} ${name}`,
  }));
  const { reference } = await send(store, { fields, files });
  const all: Values = { ...values, ...fields };
  expect(readCsv(await exportText('csv', store))).toEqual([
    ['reference', 'language', 'submittedAt', ...textFields, 'privacyNotice', 'files', 'scans'],
    [
      reference,
      'zh',
      '2026-11-21T12:00:00.000+08:00',
      ...textFields.map((name) => (name === 'industry' ? "'=1+1" : all[name])),
      '',
      '计划书.pdf\na, "b".pdf\n计划书.pdf',
      'unscanned\nunscanned\nunscanned',
    ],
  ]);
});

it.each(['=1+1', '+1+cmd', '-1', '@SUM(A1)', '\t=1'])(
  'guards the CSV cell %j, which a spreadsheet could read as a formula',
  (text) => {
    expect(readCsv(csvRow([text]))).toEqual([[`'${text}`]]);
  },
);

it.each(['', 'a=b', '远山', '0012', '2020-01-02', '+8613800138000'])(
  'leaves the CSV cell %j unchanged',
  (text) => {
    expect(readCsv(csvRow([text]))).toEqual([[text]]);
  },
);

type Workbook = {
  'xl/sharedStrings.xml': { sst: { si: { t: string }[] } };
  'xl/worksheets/sheet1.xml': { worksheet: { sheetData: { row: { c: { t?: string; v: string }[] }[] } } };
};

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ['row', 'c', 'si'].includes(name),
});

/** Returns the rows of the first sheet: texts as strings, dates as Excel serial numbers. */
async function readXlsx(content: Buffer): Promise<(string | number | undefined)[][]> {
  const parts: Record<string, unknown> = {};
  const zip = await fromBufferPromise(content, { lazyEntries: true });
  for await (const entry of zip.eachEntry())
    parts[entry.fileName] = parser.parse(await textOf(await zip.openReadStreamPromise(entry)));
  const workbook = parts as Workbook;
  const strings = workbook['xl/sharedStrings.xml'].sst.si;
  return workbook['xl/worksheets/sheet1.xml'].worksheet.sheetData.row.map(({ c }) =>
    c.map(({ t, v }) => (t === 's' ? strings[Number(v)]?.t : Number(v))),
  );
}

it('exports a workbook with text and date cells', async () => {
  const store = await testStore();
  const texts = {
    companyName: '02588886666',
    companyShortName: '3-4',
    industry: '=1+1',
    registrationPlace: '_x0041_<&',
  };
  const files = ['a', 'b'].map((name) => ({ name: `${name}.pdf`, content: name, scan: 'clean' as const }));
  const first = await send(store, {
    fields: { ...texts, developmentStage: 'idea', establishmentDate: '2020-01-02' },
    files,
  });
  const second = await send(store, {
    language: 'en',
    now: NOW + 1,
    fields: { establishmentDate: '1890-05-06' },
  });
  const workbook = await buffer(exportApplications(store, { format: 'xlsx' }, NO_REPORTS));
  const [headings, one, other, ...more] = await readXlsx(workbook);
  const cell = (row: typeof one, heading: string) => row?.[headings?.indexOf(heading) ?? -1];
  expect(more).toEqual([]);
  expect(one?.slice(0, 4)).toEqual([first.reference, 46347.5, '中文', '02588886666']);
  expect(cell(one, '企业简称 / Short name of the company')).toBe('3-4');
  expect(cell(one, '注册地 / Place of registration')).toBe('_x005F_x0041_<&');
  expect(cell(one, '成立日期 / Date of establishment')).toBe(43832);
  expect(cell(one, '所属行业 / Industry')).toBe('=1+1');
  expect(cell(one, '发展阶段 / Development stage')).toBe('概念期 / Idea');
  expect(one?.at(-1)).toBe('a.pdf (未发现病毒 / no virus found)\nb.pdf (未发现病毒 / no virus found)');
  expect(other?.[0]).toBe(second.reference);
  expect(cell(other, '成立日期 / Date of establishment')).toBe('1890-05-06');
});
