import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { extensions, fileTypes } from '../../rules/file-types.ts';
import { checkUploadedFile } from './check-file.ts';
import { samples } from './testing/samples.ts';
import { checkContent, storedFile, verdict } from './testing/stored-file.ts';

const documents = new URL('../../../content-folder/demo/files/documents/', import.meta.url);
const [{ content: pdf }] = samples;

it.each(samples)('detects the type of $kind', async ({ extensions: [extension], content }) => {
  expect(await checkContent(content)).toEqual({ ok: true, type: fileTypes[extension] });
});

it('has a sample for every accepted extension', () => {
  expect(extensions.toSorted()).toEqual(samples.flatMap(({ extensions: own }) => own).sort());
});

it.each(readdirSync(documents).filter((name) => /-en\.(?:docx|xlsx)$|notice-zh/u.test(name)))(
  'accepts the demo document %s',
  async (name) => {
    expect(await verdict(readFileSync(new URL(name, documents)))).toBe('ok');
  },
);

it('refuses a file that is shorter than its received bytes', async () => {
  const task = { path: storedFile(pdf), bytes: pdf.length + 1 };
  expect(await checkUploadedFile(task)).toEqual({ ok: false, code: 'fileUnsafe' });
});
