import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extensions, fileTypes } from '../../rules/file-types.ts';
import { checkFile } from './check-file.ts';
import { samples } from './testing/samples.ts';
import { check, storedFile, verdict } from './testing/stored-file.ts';

const documents = new URL('../../../demo/content/files/documents/', import.meta.url);
const program = Buffer.concat([Buffer.from('MZ\x90\0\x03', 'latin1'), Buffer.alloc(4096)]);
const pdf = samples[0]?.content ?? Buffer.alloc(0);

const pairs = samples.flatMap(({ kind, content, extensions: own }) =>
  extensions.map((extension) => ({ kind, content, extension, isOwn: own.includes(extension) })),
);

describe('file whose content matches its extension', () => {
  it('has a sample for every extension', () => {
    expect(samples.flatMap((sample) => sample.extensions).toSorted()).toEqual(extensions.toSorted());
  });

  it.each(pairs.filter(({ isOwn }) => isOwn))(
    'is accepted: $kind as .$extension',
    async ({ content, extension }) => {
      const [type] = fileTypes[extension].mimes;
      expect(await check(`file.${extension}`, content)).toEqual({ ok: true, type });
    },
  );

  it.each(['REPORT.PDF', '公司介绍（最终版）.pdf', 'تقرير.Pdf', 'a.b.c.pdf', 'x'.repeat(300).concat('.pdf')])(
    'is accepted with the name %j',
    async (name) => expect(await verdict(name, pdf)).toBe('ok'),
  );

  it.each(readdirSync(documents))('is accepted: demo document %s', async (name) => {
    expect(await verdict(name, readFileSync(new URL(name, documents)))).toBe('ok');
  });
});

describe('file with another type of content', () => {
  it.each(pairs.filter(({ isOwn }) => !isOwn))(
    'is refused as disguised: $kind as .$extension',
    async ({ content, extension }) => {
      expect(await check(`file.${extension}`, content)).toEqual({ ok: false, code: 'fileDisguised' });
    },
  );

  it.each(extensions)('is refused as disguised: a program as .%s', async (extension) => {
    expect(await verdict(`setup.exe.${extension}`, program)).toBe('fileDisguised');
  });

  it.each([
    ['page.doc', '<html><body>A page saved as a document</body></html>'],
    ['text.doc', '{\\rtf1\\ansi Rich text}'],
    ['sheet.xls', 'a,b,c\n1,2,3\n'],
    ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['one.pdf', 'x'],
    ['nothing.docx', '\0'],
  ])('is refused as disguised: %s', async (name, content) => {
    expect(await verdict(name, Buffer.from(content))).toBe('fileDisguised');
  });
});

describe('checkFile', () => {
  it.each(['setup.exe', 'macro.docm', 'page.html', 'pdf', 'report', '', 'report.pdf.exe', 'scan.tiff'])(
    'refuses the name %j, whatever the content',
    async (name) => {
      expect(await verdict(name, pdf)).toBe('fileType');
      expect(await verdict(name, Buffer.alloc(0))).toBe('fileType');
    },
  );

  it('refuses a file that is shorter than its counted bytes', async () => {
    expect(await checkFile({ path: storedFile(pdf), name: 'report.pdf', bytes: pdf.length + 1 })).toEqual({
      ok: false,
      code: 'fileUnsafe',
    });
  });
});

it('rejects if the disk fails', async () => {
  await expect(checkFile({ path: '/nowhere/at-all', name: 'report.pdf', bytes: 10 })).rejects.toMatchObject({
    code: 'ENOENT',
  });
});
