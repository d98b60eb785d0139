import { text } from 'node:stream/consumers';
import { XMLParser } from 'fast-xml-parser';
import { fromBufferPromise } from 'yauzl';

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
export async function readXlsx(content: Buffer): Promise<(string | number | undefined)[][]> {
  const parts: Record<string, unknown> = {};
  const zip = await fromBufferPromise(content, { lazyEntries: true });
  for await (const entry of zip.eachEntry())
    parts[entry.fileName] = parser.parse(await text(await zip.openReadStreamPromise(entry)));
  const workbook = parts as Workbook;
  const strings = workbook['xl/sharedStrings.xml'].sst.si;
  return workbook['xl/worksheets/sheet1.xml'].worksheet.sheetData.row.map(({ c }) =>
    c.map(({ t, v }) => (t === 's' ? strings[Number(v)]?.t : Number(v))),
  );
}
