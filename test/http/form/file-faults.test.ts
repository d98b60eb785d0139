import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { buildDoc, buildEncryptedPackage } from '../../../src/form/uploads/checks/testing/build-office.ts';
import { buildPng, resizedPng } from '../../../src/form/uploads/checks/testing/build-pictures.ts';
import { arrive, draftOf, fileOf, formSiteForFile, pdf, whole } from './form-site.ts';
import { faultAt, filesShown, problemsWith } from './read-form.ts';

const site = formSiteForFile();
const storedNow = async () => (await readdir(path.join(site().dataDir, 'uploads'))).length;

/** One bad file of each kind, with its text. */
const FAULTS: [words: RegExp, name: string, content: Buffer][] = [
  [/empty/u, 'nothing.pdf', Buffer.alloc(0)],
  [/does not match its file type/u, 'word.pdf', buildDoc()],
  [/password/u, 'locked.docx', buildEncryptedPackage()],
  [
    /picture is 20000 × 10000 pixels.* 110 million/u,
    'large.png',
    resizedPng(await buildPng(), 20_000, 10_000),
  ],
  [/must be a PDF/u, 'plan.pdf.exe', pdf().content],
];

it('names each bad file of a POST with its own text, and stores the good ones', async () => {
  const client = await arrive(site());
  const before = await storedNow();
  const bad = FAULTS.map(([, name, content]) => fileOf(name, content));
  const answer = await client.post(whole({ files: bad.flatMap((file, at) => [file, pdf(`${at}.pdf`)]) }));
  expect(answer.status).toBe(422);
  const problems = problemsWith(answer, 'declareFile');
  for (const [at, [words, name]] of FAULTS.entries())
    expect(problems[at]).toMatch(new RegExp(`^${name}: .*${words.source}`, 'u'));
  expect(faultAt(answer, 'declareFile').seen).toEqual(problems.map((text) => `Error: ${text}`));
  const good = FAULTS.map((_, at) => `${at}.pdf`);
  expect(filesShown(answer)).toEqual(good);
  expect((await draftOf(site(), client)).names).toEqual(good);
  expect(await storedNow()).toBe(before + good.length);
});

it('submits an application without its bad file when Submit is pressed again', async () => {
  const client = await arrive(site());
  const files = [pdf('good.pdf'), fileOf('bad.exe', 'MZ')];
  expect((await client.post(whole({ files }))).status).toBe(422);
  expect((await client.post({})).status).toBe(303);
});
