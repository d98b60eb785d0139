import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { extensions, fileTypes } from '../../rules/file-types.ts';
import { checkFile } from './check-file.ts';
import { samples } from './testing/samples.ts';
import { check, storedFile, verdict } from './testing/stored-file.ts';

const documents = new URL('../../../content-folder/demo/files/documents/', import.meta.url);
const program = Buffer.concat([Buffer.from('MZ\x90\0\x03', 'latin1'), Buffer.alloc(4096)]);
const pdf = samples[0]?.content ?? Buffer.alloc(0);

it.each(extensions)('accepts .%s only with matching content', async (extension) => {
  const type = fileTypes[extension];
  for (const { extensions: own, content } of samples)
    expect(await check(`文件.${extension.toUpperCase()}`, content)).toEqual(
      own.includes(extension) ? { ok: true, type } : { ok: false, code: 'fileDisguised' },
    );
  expect(await verdict(`setup.exe.${extension}`, program)).toBe('fileDisguised');
});

it('has a sample for every accepted extension', () => {
  expect(extensions.toSorted()).toEqual(samples.flatMap(({ extensions: own }) => own).sort());
});

it.each(readdirSync(documents).filter((name) => /-en\.(?:docx|xlsx)$|notice-zh/u.test(name)))(
  'accepts the demo document %s',
  async (name) => {
    expect(await verdict(name, readFileSync(new URL(name, documents)))).toBe('ok');
  },
);

it.each([
  ['page.doc', '<html><body>A page saved as a document</body></html>'],
  ['nothing.docx', '\0'],
])('refuses %s because its content does not match', async (name, content) => {
  expect(await verdict(name, Buffer.from(content))).toBe('fileDisguised');
});

it.each(['setup.exe', 'macro.docm', 'pdf', '', 'report.pdf.exe'])(
  'refuses the file name %j regardless of the content',
  async (name) => {
    expect(await verdict(name, pdf)).toBe('fileType');
  },
);

it('refuses a file that is shorter than its received bytes', async () => {
  const task = { path: storedFile(pdf), name: 'report.pdf', bytes: pdf.length + 1 };
  expect(await checkFile(task)).toEqual({ ok: false, code: 'fileUnsafe' });
});
