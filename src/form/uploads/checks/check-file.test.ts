import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extensions, fileTypes } from '../../rules/file-types.ts';
import { checkFile } from './check-file.ts';
import { samples } from './test-support/samples.ts';
import { check, storedFile, verdict } from './test-support/stored-file.ts';

const documents = new URL('../../../demo/content/files/documents/', import.meta.url);
const program = Buffer.concat([Buffer.from('MZ\x90\0\x03', 'latin1'), Buffer.alloc(4096)]);
const pdf = samples[0]?.content ?? Buffer.alloc(0);

const pairs = samples.flatMap(({ kind, content, extensions: own }) =>
  extensions.map((extension) => ({ kind, content, extension, isOwn: own.includes(extension) })),
);

describe('a file whose content agrees with its extension', () => {
  it('has a sample for every extension', () => {
    expect(samples.flatMap((sample) => sample.extensions).toSorted()).toEqual(extensions.toSorted());
  });

  it.each(pairs.filter(({ isOwn }) => isOwn))(
    '$kind as .$extension passes',
    async ({ content, extension }) => {
      const [type] = fileTypes[extension].mimes;
      expect(await check(`file.${extension}`, content)).toEqual({ ok: true, type });
    },
  );

  it.each(['REPORT.PDF', '公司介绍（最终版）.pdf', 'تقرير.Pdf', 'a.b.c.pdf', 'x'.repeat(300).concat('.pdf')])(
    'is taken under the name %j',
    async (name) => expect(await verdict(name, pdf)).toBe('ok'),
  );

  it.each(readdirSync(documents))('%s of the demo group passes', async (name) => {
    expect(await verdict(name, readFileSync(new URL(name, documents)))).toBe('ok');
  });
});

describe('a file is refused as disguised', () => {
  it.each(pairs.filter(({ isOwn }) => !isOwn))('$kind as .$extension', async ({ content, extension }) => {
    expect(await check(`file.${extension}`, content)).toEqual({ ok: false, code: 'fileDisguised' });
  });

  it.each(extensions)('a program as .%s', async (extension) => {
    expect(await verdict(`setup.exe.${extension}`, program)).toBe('fileDisguised');
  });

  it.each([
    ['page.doc', '<html><body>A page saved as a document</body></html>'],
    ['text.doc', '{\\rtf1\\ansi Rich text}'],
    ['sheet.xls', 'a,b,c\n1,2,3\n'],
    ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['one.pdf', 'x'],
    ['nothing.docx', '\0'],
  ])('%s', async (name, content) => {
    expect(await verdict(name, Buffer.from(content))).toBe('fileDisguised');
  });
});

describe('a file is refused', () => {
  it.each(['setup.exe', 'macro.docm', 'page.html', 'pdf', 'report', '', 'report.pdf.exe', 'scan.tiff'])(
    'by type, whatever it holds and be it nothing: %j',
    async (name) => {
      expect(await verdict(name, pdf)).toBe('fileType');
      expect(await verdict(name, Buffer.alloc(0))).toBe('fileType');
    },
  );

  it('as unsafe where it is shorter than what was counted', async () => {
    expect(await checkFile({ path: storedFile(pdf), name: 'report.pdf', bytes: pdf.length + 1 })).toEqual({
      ok: false,
      code: 'fileUnsafe',
    });
  });
});

it('rejects where the disk is at fault, which says nothing about the file', async () => {
  await expect(checkFile({ path: '/nowhere/at-all', name: 'report.pdf', bytes: 10 })).rejects.toMatchObject({
    code: 'ENOENT',
  });
});
