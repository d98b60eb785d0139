import { expect, it } from 'vitest';
import { parseContentTypes } from './archive.ts';
import { buildCfb } from './testing/build-cfb.ts';
import { buildOoxml, buildXls, parts } from './testing/build-office.ts';
import { buildVba } from './testing/build-vba.ts';
import { buildZip, type ZipEntry } from './testing/build-zip.ts';
import { verdict } from './testing/stored-file.ts';

const found = { type: 'a/b.main+xml', part: 'word/document.xml' };
const PLAIN = '<Override PartName="/word/document.xml" ContentType="a/b.main+xml"/>';

it.each([
  ['as Office writes it', PLAIN],
  ['after a comment', `<!-- <Override PartName="/x"/> -->${PLAIN}`],
  ['with entities and codes', PLAIN.replace('d/doc', '&#x64;%2Fdo&#99;')],
])('reads an Override %s', (_how, text) => {
  expect(parseContentTypes(Buffer.from(`<Types>${text}</Types>`))).toEqual([found]);
});

it.each([
  `<!DOCTYPE Types [<!ENTITY v "x">]>${PLAIN}`,
  `<?xml version="1.0" encoding="UTF-7"?>${PLAIN}`,
  PLAIN.repeat(2),
  '<!--'.repeat(2 ** 18),
])('rejects the content types %.60s', (text) => {
  expect(() => parseContentTypes(Buffer.from(text))).toThrow();
});

const XL_MAIN = 'application/vnd.ms-excel.sheet';
const MACROS = 'application/vnd.ms-office.vbaProject';
const byDefault = (type: string) => `<Default Extension="bin" ContentType="${type}"/>`;
const override = (part: string, type: string) => `<Override PartName="/${part}" ContentType="${type}"/>`;

const project = buildCfb([buildVba()]);
const emptyProject = buildCfb([buildVba({ source: '' })]);

/** Builds a workbook with additional content types and parts. */
function workbook(types: string[], ...more: ZipEntry[]): Buffer {
  const data = `<Types>${override(parts.xlsx.name, parts.xlsx.type)}${types.join('')}</Types>`;
  return buildZip([{ name: '[Content_Types].xml', data }, { name: parts.xlsx.name, data: '<x/>' }, ...more]);
}

const sheet = { name: 'xl/a.xml', data: '<x/>' };
/** Builds relationships of the workbook with a macro sheet. */
const macroSheetAt = (target: string): ZipEntry => ({
  name: 'xl/_rels/workbook.xml.rels',
  data: `<Relationships><Relationship Id="a" Target="${target}"
    Type="http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet"/></Relationships>`,
});

it.each([
  ['SheetJS, with types of missing parts', workbook([byDefault(MACROS)])],
  [
    'a converter that removed the macros but not their Overrides',
    workbook([override('xl/vbaProject.bin', MACROS), override('xl/a.xml', `${XL_MAIN}.macrosheet+xml`)]),
  ],
  ['a converter that removed a macro sheet but not its relationship', workbook([], macroSheetAt('a.xml'))],
  [
    'Excel, with a project that has no code',
    workbook([byDefault(MACROS)], { name: 'xl/vbaProject.bin', data: emptyProject }),
  ],
])('accepts a workbook without macros from %s', async (_producer, content) => {
  expect(await verdict(content)).toBe('ok');
});

it.each([
  ['with the usual name', workbook([], { name: 'xl/vbaProject.bin', data: project })],
  ['with another name', workbook([override('xl/a.dat', MACROS)], { name: 'xl/a.dat', data: project })],
  ['that is a macro sheet by its type', workbook([override('xl/a.xml', `${XL_MAIN}.macrosheet+xml`)], sheet)],
  ['that is a macro sheet by its relationship', workbook([], sheet, macroSheetAt('a.xml'))],
  ['that is a macro sheet by an absolute target', workbook([], sheet, macroSheetAt('/xl/A%2Exml'))],
  ['that is a macro sheet by a target with backslashes', workbook([], sheet, macroSheetAt('\\xl\\a.xml'))],
])('refuses a workbook with a macro part %s', async (_part, content) => {
  expect(await verdict(content)).toBe('fileMacros');
});

const withMacros = buildOoxml('xlsx', { name: 'xl/vbaProject.bin', data: project });

const embed = (data: Buffer) => buildOoxml('docx', { name: 'media/image1.png', data });

/** Builds an OLE object as Word inserts a file: with a label, its path and the path of a temporary copy. */
function packageOf(data: Buffer): Buffer {
  const size = (bytes: number) => Buffer.from(new Uint32Array([bytes]).buffer);
  const copyPath = 'C:\\TEMP\\a.docm\0';
  const content = [
    Buffer.from('\x02\0a.docm\0C:\\a.docm\0\0\0\x03\0'),
    size(copyPath.length),
    copyPath,
    size(data.length),
  ];
  const whole = Buffer.concat([
    ...content.map((one) => Buffer.from(one)),
    data,
    Buffer.from('names in Unicode'),
  ]);
  return buildCfb([{ name: '\x01Ole10Native', data: Buffer.concat([size(whole.length), whole]) }]);
}

it.each([
  ['a VBA project under any name', project],
  ['a workbook with macros', withMacros],
  ['an old workbook with Excel 4 macros', buildXls(false, 1)],
  ['an OLE object that is a workbook with macros', buildCfb([{ name: 'Package', data: withMacros }])],
  ['an OLE object that contains a workbook with macros', packageOf(withMacros)],
  [
    'an OLE object whose data is a workbook with macros',
    buildCfb([{ name: '\x01Ole10Native', data: Buffer.concat([Buffer.alloc(4), withMacros]) }]),
  ],
  ['an archive that contains a workbook with macros', buildZip([{ name: 'a.xlsm', data: withMacros }])],
])('refuses a document that embeds %s', async (_what, data) => {
  expect(await verdict(embed(data))).toBe('fileMacros');
});

it.each([
  ['a workbook', buildOoxml('xlsx')],
  ['an OLE object that contains a workbook', packageOf(buildOoxml('xlsx'))],
  ['an equation', buildCfb([{ name: '\x01Ole10Native', data: Buffer.from([4, 0, 0, 0, 1, 2, 3, 4]) }])],
])('accepts a document that embeds %s without macros', async (_what, data) => {
  expect(await verdict(embed(data))).toBe('ok');
});
