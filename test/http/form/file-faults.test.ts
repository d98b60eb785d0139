import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  buildDoc,
  buildEncryptedPackage,
  buildOoxml,
  buildPpt,
  buildXls,
} from '../../../src/form/uploads/checks/testing/build-office.ts';
import { buildEncryptedPdf, buildPdf } from '../../../src/form/uploads/checks/testing/build-pdf.ts';
import {
  buildGif,
  buildPng,
  resizedGif,
  resizedPng,
} from '../../../src/form/uploads/checks/testing/build-pictures.ts';
import { buildZip } from '../../../src/form/uploads/checks/testing/build-zip.ts';
import { samples } from '../../../src/form/uploads/checks/testing/samples.ts';
import { fileOf } from './files.ts';
import { apply, arrive, draftOf, formSiteForFile, pdf, whole } from './form-site.ts';
import { faultAt, filesShown, problemsWith } from './read-form.ts';

const site = formSiteForFile();
const PROGRAM = Buffer.concat([Buffer.from('MZ\x90\x00\x03'), Buffer.alloc(5000)]);

/** Written by qpdf: 40 bits of RC4, with the password "u". */
const LOCKED_PDF = buildEncryptedPdf(
  `/Filter /Standard /V 1 /R 2 /Length 40 /P -4
/O <94b3d3786f9711a34b5371081cc22b4e1e051fe4915ab88e4e3fccbbde124cb8>
/U <5d827be32dc1bb864d03d9a177ef5b195c2002ec3e46e795ecb2517b744a85eb>`,
  '9a077953c2318c8d37d55eb779376f8d',
);

const FAULTS: Record<string, [words: RegExp, name: string, content: Buffer][]> = {
  empty: [
    [/empty/u, 'nothing.pdf', Buffer.alloc(0)],
    [/empty/u, '空.docx', Buffer.alloc(0)],
  ],
  disguised: [
    [/does not match its file type/u, 'program.pdf', PROGRAM],
    [/does not match its file type/u, 'word.pdf', buildDoc()],
    [/does not match its file type/u, 'pdf.docx', buildPdf()],
    [/does not match its file type/u, 'sheet.docx', buildOoxml('xlsx')],
    [/does not match its file type/u, 'archive.docx', buildZip([{ name: 'a.txt', data: 'a' }])],
    [/does not match its file type/u, 'word.xls', buildDoc()],
    [/does not match its file type/u, 'text.png', Buffer.from('just a text')],
    [/does not match its file type/u, 'page.gif', Buffer.from('<script>alert(1)</script>')],
  ],
  'password-protected': [
    [/password/u, 'locked.docx', buildEncryptedPackage()],
    [/password/u, 'locked.xlsx', buildEncryptedPackage()],
    [/password/u, 'locked.doc', buildDoc(true)],
    [/password/u, 'locked.xls', buildXls(true)],
    [/password/u, 'locked.ppt', buildPpt(true)],
    [/password/u, 'locked.pdf', LOCKED_PDF],
  ],
  'a picture of too many pixels': [
    [
      /picture is 20000 × 10000 pixels.* 110 million/u,
      'large.png',
      resizedPng(await buildPng(), 20_000, 10_000),
    ],
    [
      /picture is 65000 × 65000 pixels.* 110 million/u,
      'huge.gif',
      resizedGif(await buildGif(), 65_000, 65_000),
    ],
  ],
  'of a wrong type': [
    [/must be a PDF/u, 'program.exe', PROGRAM],
    [/must be a PDF/u, 'archive.zip', buildZip([])],
    [/must be a PDF/u, 'picture.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [/must be a PDF/u, 'plan.pdf.exe', buildPdf()],
    [/must be a PDF/u, 'no-extension', buildPdf()],
    [/must be a PDF/u, 'macro.docm', buildOoxml('docx')],
  ],
};

const storedNow = () => readdir(path.join(site().dataDir, 'uploads'));

describe.each(Object.entries(FAULTS))('file that is %s', (_fault, rows) => {
  it.each(rows)('is refused with its own text (%s), by its name: %s', async (words, name, content) => {
    const client = await arrive(site());
    const before = await storedNow();
    const files = [pdf('good.pdf'), fileOf(name, content)];
    const answer = await client.post({ files, button: { action: 'upload' } });
    const [said = '', ...more] = problemsWith(answer, 'declareFile');
    expect(answer.status).toBe(422);
    expect(more).toEqual([]);
    expect(said.startsWith(`${name}: `)).toBe(true);
    expect(said).toMatch(words);
    expect(faultAt(answer, 'declareFile').seen).toEqual([`Error: ${said}`]);
    expect((await draftOf(site(), client)).names).toEqual(['good.pdf']);
    expect((await storedNow()).length).toBe(before.length + 1);
  });
});

it('names all bad files of one POST, and stores the good ones', async () => {
  const client = await arrive(site());
  const rows = Object.values(FAULTS).map(([first]) => first);
  const bad = rows.flatMap((row) => (row ? [fileOf(row[1], row[2])] : []));
  const answer = await client.post(whole({ files: bad.flatMap((file, at) => [file, pdf(`${at}.pdf`)]) }));
  expect(answer.status).toBe(422);
  const named = problemsWith(answer, 'declareFile').map((said) => said.split(':')[0]);
  expect(named.toSorted()).toEqual(bad.map(({ name }) => name).toSorted());
  expect(faultAt(answer, 'declareFile').seen).toHaveLength(bad.length);
  expect(filesShown(answer).toSorted()).toEqual(bad.map((_, at) => `${at}.pdf`));
});

it('submits an application without its bad file when Submit is pressed again', async () => {
  const client = await arrive(site());
  const first = await client.post(whole({ files: [pdf('good.pdf'), fileOf('bad.exe', PROGRAM)] }));
  expect(first.status).toBe(422);
  const { status } = await client.post({});
  expect(status).toBe(303);
});

describe.each(samples)('good $kind file', ({ extensions, content }) => {
  it.each(extensions.flatMap((extension) => [extension, extension.toUpperCase()]))(
    'is accepted as .%s',
    async (extension) => {
      const { files } = await apply(site(), await arrive(site()), {
        files: [fileOf(`文件.${extension}`, content)],
      });
      expect(files).toMatchObject([{ name: `文件.${extension}`, bytes: content.length }]);
    },
  );
});
