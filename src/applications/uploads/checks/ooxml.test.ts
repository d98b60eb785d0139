import { expect, it } from 'vitest';
import { parseContentTypes } from './archive.ts';
import { buildCfb } from './testing/build-cfb.ts';
import { buildOoxml, buildXls, parts } from './testing/build-office.ts';
import { buildZip } from './testing/build-zip.ts';
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

/** Builds a workbook with additional content types and parts. */
function workbook(types: string[], ...names: string[]): Buffer {
  const data = `<Types>${override(parts.xlsx.name, parts.xlsx.type)}${types.join('')}</Types>`;
  const others = [parts.xlsx.name, ...names].map((name) => ({ name, data: '<x/>' }));
  return buildZip([{ name: '[Content_Types].xml', data }, ...others]);
}

it.each([
  ['SheetJS, with types of missing parts', workbook([byDefault(MACROS)])],
  [
    'a converter that removed the macros but not their Overrides',
    workbook([override('xl/vbaProject.bin', MACROS), override('xl/a.xml', `${XL_MAIN}.macrosheet+xml`)]),
  ],
])('accepts a workbook without macros from %s', async (_producer, content) => {
  expect(await verdict('a.xlsx', content)).toBe('ok');
});

it.each([
  ['with the usual name', workbook([], 'xl/vbaProject.bin')],
  ['with another name, by an Override', workbook([override('xl/a.dat', MACROS)], 'xl/a.dat')],
  ['with a backslash in its name', workbook([], 'xl\\vbaProject.bin')],
  ['with Excel 4 macros', workbook([override('xl/a.xml', `${XL_MAIN}.macrosheet+xml`)], 'xl/a.xml')],
])('refuses a workbook with a macro part %s', async (_part, content) => {
  expect(await verdict('a.xlsx', content)).toBe('fileMacros');
});

const vba = { name: 'VBA', inside: [{ name: 'dir', data: Buffer.alloc(600) }] };
const project = buildCfb([vba]);
const withMacros = buildOoxml('xlsx', { name: 'xl/vbaProject.bin', data: project });

const embed = (data: Buffer) => buildOoxml('docx', { name: 'media/image1.png', data });

it.each([
  ['a VBA project under any name', project],
  ['a workbook with macros', withMacros],
  ['an old workbook with Excel 4 macros', buildXls(false, 1)],
  ['an OLE object that is a workbook with macros', buildCfb([{ name: 'Package', data: withMacros }])],
])('refuses a document that embeds %s', async (_what, data) => {
  expect(await verdict('a.docx', embed(data))).toBe('fileMacros');
});

it.each([['a workbook', buildOoxml('xlsx')]])(
  'accepts a document that embeds %s without macros',
  async (_what, data) => {
    expect(await verdict('a.docx', embed(data))).toBe('ok');
  },
);
