import { describe, expect, it } from 'vitest';
import { parseContentTypes } from './ooxml.ts';
import { parts } from './testing/build-office.ts';
import { buildZip } from './testing/build-zip.ts';
import { verdict } from './testing/stored-file.ts';

const found = { type: 'a/b.main+xml', part: 'word/document.xml' };
const PLAIN = '<Override PartName="/word/document.xml" ContentType="a/b.main+xml"/>';

describe('parseContentTypes', () => {
  it.each([
    ['as Office writes it', PLAIN],
    ['reversed', '<Override ContentType="a/b.main+xml" PartName="/word/document.xml"></Override>'],
    ['in single quotes', "<Override PartName='/word/document.xml' ContentType='a/b.main+xml' />"],
    ['with a prefix', PLAIN.replace('Override', 'ct:Override')],
    ['over several lines', '<Override\n PartName = "/word/document.xml"\n ContentType = "A/B.main+XML"\n/>'],
    ['after a comment', `<!-- <Override PartName="/x"/> -->${PLAIN}`],
  ])('reads an Override %s', (_how, text) => {
    expect(parseContentTypes(Buffer.from(text))).toEqual([found]);
  });

  it('reads UTF-16', () => {
    expect(parseContentTypes(Buffer.from(`\ufeff${PLAIN}`, 'utf16le'))).toEqual([found]);
  });

  it.each(['<!--', '<Override ', '<Override PartName="'])('returns nothing for 1 MB of %j', (piece) => {
    expect(parseContentTypes(Buffer.alloc(1024 * 1024, piece))).toEqual([]);
  });
});

const XL_MAIN = 'application/vnd.ms-excel.sheet';
const XL = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const MACROS = 'application/vnd.ms-office.vbaProject';
const PRINTER = 'xl/printerSettings/a.bin';
const byDefault = (type: string) => `<Default Extension="bin" ContentType="${type}"/>`;
const override = (part: string, type: string) => `<Override PartName="/${part}" ContentType="${type}"/>`;

/** Builds a workbook with additional content types and parts. */
function workbook(types: string[], ...names: string[]): Buffer {
  const data = `<Types>${override(parts.xlsx.name, parts.xlsx.type)}${types.join('')}</Types>`;
  const others = [parts.xlsx.name, ...names].map((name) => ({ name, data: '<x/>' }));
  return buildZip([{ name: '[Content_Types].xml', data }, ...others]);
}

it.each([
  ['SheetJS, which declares types of parts that it does not write', workbook([byDefault(MACROS)])],
  [
    'SheetJS, with printer settings added by another program',
    workbook([byDefault(`${XL_MAIN}.binary.macroEnabled.main`)], PRINTER),
  ],
  [
    'a converter that removed the macros and left their type',
    workbook([byDefault(MACROS), override(PRINTER, `${XL}.printerSettings`)], PRINTER),
  ],
  [
    'a converter that left Overrides of the macros it removed',
    workbook([override('xl/vbaProject.bin', MACROS), override('xl/a.xml', `${XL_MAIN}.macrosheet+xml`)]),
  ],
  ['WPS, with printer settings', workbook([byDefault(`${XL}.printerSettings`)], PRINTER)],
])('accepts a workbook without macros from %s', async (_producer, content) => {
  expect(await verdict('a.xlsx', content)).toBe('ok');
});

it.each([
  ['with the usual name', workbook([], 'xl/vbaProject.bin')],
  ['with another name, by an Override', workbook([override('xl/a.dat', MACROS)], 'xl/a.dat')],
  ['with another name, by a Default', workbook([byDefault(MACROS)], 'xl/a.bin')],
  ['with Excel 4 macros', workbook([override('xl/a.xml', `${XL_MAIN}.macrosheet+xml`)], 'xl/a.xml')],
  [
    'that is a second workbook',
    workbook([override('xl/b.xml', `${XL_MAIN}.macroEnabled.main+xml`)], 'xl/b.xml'),
  ],
])('refuses a workbook with a macro part %s', async (_part, content) => {
  expect(await verdict('a.xlsx', content)).toBe('fileMacros');
});
