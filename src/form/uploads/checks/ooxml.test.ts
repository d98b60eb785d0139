import { describe, expect, it } from 'vitest';
import { parseContentTypes } from './ooxml.ts';
import { parts } from './testing/build-office.ts';
import { buildZip } from './testing/build-zip.ts';
import { verdict } from './testing/stored-file.ts';

const found = { type: 'a/b.main+xml', part: 'word/document.xml' };

describe('parseContentTypes', () => {
  it.each([
    [
      'as Office writes it',
      '<Types><Override PartName="/word/document.xml" ContentType="a/b.main+xml"/></Types>',
    ],
    [
      'with the attributes reversed',
      '<Override ContentType="a/b.main+xml" PartName="/word/document.xml"></Override>',
    ],
    ['in single quotes', "<Override PartName='/word/document.xml' ContentType='a/b.main+xml' />"],
    ['with a prefix', '<ct:Override PartName="/word/document.xml" ContentType="a/b.main+xml"/>'],
    ['over several lines', '<Override\n PartName = "/word/document.xml"\n ContentType = "A/B.main+XML"\n/>'],
    [
      'after a comment',
      '<!-- <Override PartName="/x"/> --><Override PartName="/Word/document.xml" ContentType="a/b.main+xml"/>',
    ],
  ])('reads an Override %s', (_how, text) => {
    expect(parseContentTypes(Buffer.from(text))).toEqual([found]);
  });

  it('reads UTF-16', () => {
    const text = '\ufeff<Override PartName="/word/document.xml" ContentType="a/b.main+xml"/>';
    expect(parseContentTypes(Buffer.from(text, 'utf16le'))).toEqual([found]);
  });

  it('returns no part for a Default', () => {
    const [first] = parseContentTypes(Buffer.from('<Default Extension="xml" ContentType="text/xml"/>'));
    expect(first).toEqual({ type: 'text/xml', extension: 'xml' });
  });

  it.each(['<!--', '<Override ', '<Override PartName="', "<Override PartName='/a "])(
    'returns nothing for 4 MB of %j',
    (piece) => expect(parseContentTypes(Buffer.alloc(4 * 1024 * 1024, piece))).toEqual([]),
  );
});

const XL_MAIN = 'application/vnd.ms-excel.sheet';
const XL = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const MACROS = 'application/vnd.ms-office.vbaProject';
const byDefault = (extension: string, type: string) =>
  `<Default Extension="${extension}" ContentType="${type}"/>`;
const override = (part: string, type: string) => `<Override PartName="/${part}" ContentType="${type}"/>`;

/** Builds a workbook with additional content types and parts. */
const workbook = (types: string[], ...names: string[]) =>
  buildZip([
    {
      name: '[Content_Types].xml',
      data: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${[
        byDefault('xml', 'application/xml'),
        byDefault('rels', 'application/vnd.openxmlformats-package.relationships+xml'),
        override(parts.xlsx.name, parts.xlsx.type),
        override('xl/worksheets/sheet1.xml', `${XL}.worksheet+xml`),
        ...types,
      ].join('')}</Types>`,
    },
    ...['_rels/.rels', parts.xlsx.name, 'xl/worksheets/sheet1.xml', ...names].map((name) => ({
      name,
      data: '<x/>',
    })),
  ]);

describe('workbook without macros', () => {
  it.each([
    [
      'SheetJS, which declares types of parts that it does not write',
      workbook([
        byDefault('bin', `${XL_MAIN}.binary.macroEnabled.main`),
        byDefault('vml', 'application/vnd.openxmlformats-officedocument.vmlDrawing'),
        byDefault('data', 'application/vnd.openxmlformats-officedocument.model+data'),
      ]),
    ],
    [
      'SheetJS, with printer settings added by another program',
      workbook([byDefault('bin', `${XL_MAIN}.binary.macroEnabled.main`)], 'xl/printerSettings/a.bin'),
    ],
    [
      'a converter that removed the macros and left their type',
      workbook(
        [byDefault('bin', MACROS), override('xl/printerSettings/a.bin', `${XL}.printerSettings`)],
        'xl/printerSettings/a.bin',
      ),
    ],
    [
      'a converter that left Overrides of the macros it removed',
      workbook([
        override('xl/vbaProject.bin', MACROS),
        override('xl/macrosheets/a.xml', `${XL_MAIN}.macrosheet+xml`),
      ]),
    ],
    [
      'WPS, with printer settings',
      workbook([byDefault('bin', `${XL}.printerSettings`)], 'xl/printerSettings/a.bin'),
    ],
    [
      'Google, with a drawing for each sheet',
      workbook(
        [override('xl/drawings/a.xml', 'application/vnd.openxmlformats-officedocument.drawing+xml')],
        'xl/drawings/a.xml',
      ),
    ],
  ])('is accepted from %s', async (_producer, content) => {
    expect(await verdict('a.xlsx', content)).toBe('ok');
  });
});

describe('workbook with a macro part', () => {
  it.each([
    ['with the usual name', workbook([], 'xl/vbaProject.bin')],
    ['with another name, by an Override', workbook([override('xl/a.dat', MACROS)], 'xl/a.dat')],
    ['with another name, by a Default', workbook([byDefault('bin', MACROS)], 'xl/a.bin')],
    [
      'with Excel 4 macros',
      workbook([override('xl/macrosheets/a.xml', `${XL_MAIN}.macrosheet+xml`)], 'xl/macrosheets/a.xml'),
    ],
    [
      'that is a second, macro-enabled workbook',
      workbook([override('xl/b.xml', `${XL_MAIN}.macroEnabled.main+xml`)], 'xl/b.xml'),
    ],
  ])('is refused: %s', async (_part, content) => {
    expect(await verdict('a.xlsx', content)).toBe('fileMacros');
  });
});
