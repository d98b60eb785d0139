import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  buildDoc,
  buildEncryptedPackage,
} from '../../../src/applications/uploads/checks/testing/build-office.ts';
import { buildPng, resizedPng } from '../../../src/applications/uploads/checks/testing/build-pictures.ts';
import { allIn, textOf } from '../../support/html.ts';
import { apply, arrive, begin, draftOf, fileOf, formSiteForFile, pdf, whole } from './form-site.ts';
import { faultAt, filesShown, problemsWith } from './read-form.ts';

const site = formSiteForFile();
const storedNow = async () => (await readdir(path.join(site().dataDir, 'uploads'))).length;

/** One bad file of each kind, with its error message. */
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

it('names each bad file of a POST with its own error', async () => {
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

it('submits an application without its bad file on the second submit', async () => {
  const client = await arrive(site());
  const files = [pdf('good.pdf'), fileOf('bad.exe', 'MZ')];
  expect((await client.post(whole({ files }))).status).toBe(422);
  expect((await client.post({})).status).toBe(303);
});

const NAMES = [
  '商业计划书（终稿）.pdf',
  'خطة العمل.pdf',
  '🌱 seedling 👩‍🌾.pdf',
  'a "quoted" plan & <b>sums; v=2.pdf',
  '50% of 100%.PDF',
  'e\u0301te\u0301.pdf',
];

it('keeps file names unchanged in the form, the store and the receipt', async () => {
  const client = await begin(site());
  await client.post({ files: NAMES.map((name) => pdf(name)), button: { action: 'upload' } });
  expect(filesShown(await client.get())).toEqual(NAMES);
  const { files } = await apply(site(), client, { files: [] });
  expect(files.map(({ name }) => name)).toEqual(NAMES);
  expect(allIn((await client.get(client.receipt())).main, 'bdi').map(textOf)).toEqual(NAMES);
});

describe('files with the same name', () => {
  it('stores all files with the same name, even identical ones', async () => {
    const sent = [pdf('plan.pdf', 'one'), pdf('plan.pdf', 'two'), pdf('plan.pdf', 'one')];
    const { files } = await apply(site(), await begin(site()), { files: sent });
    expect(files.map(({ name }) => name)).toEqual(['plan.pdf', 'plan.pdf', 'plan.pdf']);
    expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(2);
    expect(new Set(files.map(({ storedName }) => storedName)).size).toBe(3);
  });

  it('stores files with the same name from two POSTs', async () => {
    const client = await begin(site());
    await client.post({ files: [pdf('plan.pdf', 'one')], button: { action: 'upload' } });
    const { files } = await apply(site(), client, { files: [pdf('plan.pdf', 'two')] });
    expect(files.map(({ name }) => name)).toEqual(['plan.pdf', 'plan.pdf']);
  });
});
