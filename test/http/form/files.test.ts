import { expect, it } from 'vitest';
import { buildEncryptedPackage } from '../../../src/applications/uploads/checks/testing/build-office.ts';
import { buildPng, resizedPng } from '../../../src/applications/uploads/checks/testing/build-pictures.ts';
import { allIn, textOf } from '../../support/html.ts';
import {
  apply,
  begin,
  draftOf,
  FORM,
  fileOf,
  formSiteForFile,
  goodAnswers,
  pdf,
  upload,
  uploadsOf,
  whole,
} from './form-site.ts';
import { faultAt, filesShown, problemsWith } from './read-form.ts';

const site = formSiteForFile();

const stored = () => uploadsOf(site());
const namesOf = (files: readonly { name: string }[]) => files.map(({ name }) => name);

it('“Upload files” stores files and texts without validating them and redirects with a one-time notice', async () => {
  const client = await begin(site());
  const fields = { ...goodAnswers, captcha: '', contactEmail: 'not yet', companyName: '' };
  const { status, headers } = await client.post({
    fields,
    files: [pdf('a.pdf'), pdf('b.pdf')],
    button: { action: 'upload' },
  });
  expect([status, headers.location, headers['cache-control']]).toEqual([
    303,
    `${FORM}#declareFile`,
    'no-store',
  ]);
  const page = await client.get();
  expect([filesShown(page), page.notice, page.problems]).toEqual([
    ['a.pdf', 'b.pdf'],
    '2 files uploaded',
    [],
  ]);
  expect(client.inputs()).toMatchObject(fields);
  expect((await client.get()).notice).toBeUndefined();
});

it('a HEAD request does not use up the notice of the last POST', async () => {
  const client = await begin(site());
  await upload(client, pdf('a.pdf'));
  expect((await client.send(FORM, 'HEAD', {})).status).toBe(200);
  expect((await client.get()).notice).toBe('1 file uploaded');
});

it('“Remove” deletes one file with its bytes, but none for an unknown id', async () => {
  const client = await begin(site());
  await upload(client, pdf('a.pdf'), pdf('b.pdf'));
  const { fileIds } = await client.get();
  const before = await stored();
  await client.post({ button: { remove: '../../plinth.sqlite' } });
  const { status, headers } = await client.post({
    fields: goodAnswers,
    button: { remove: fileIds[1] ?? '' },
  });
  expect([status, headers.location]).toEqual([303, `${FORM}#declareFile`]);
  const page = await client.get();
  expect([filesShown(page), page.notice]).toEqual([['a.pdf'], 'The file was removed.']);
  expect(await stored()).toHaveLength(before.length - 1);
  expect(client.inputs().companyName).toBe(goodAnswers.companyName);
});

/** One bad file of each kind, with its error message. */
const FAULTS: [words: RegExp, name: string, content: Buffer][] = [
  [/empty/u, 'nothing.pdf', Buffer.alloc(0)],
  [/of an unknown type/u, 'zeros.pdf', Buffer.alloc(500)],
  [/password/u, 'locked.docx', buildEncryptedPackage()],
  [
    /picture is 20000 × 10000 pixels.* 110 million/u,
    'large.png',
    resizedPng(await buildPng(), 20_000, 10_000),
  ],
  [/must be a PDF/u, 'plan.pdf.exe', pdf().content],
];

it('names each bad file of a POST with its own error, in the order they were sent', async () => {
  const client = await begin(site());
  const before = await stored();
  const good = FAULTS.map((_, at) => pdf(`${at}.pdf`));
  const files = FAULTS.flatMap(([, name, content], at) => [fileOf(name, content), good[at] ?? pdf()]);
  const page = await client.post(whole({ files }));
  expect(page.status).toBe(422);
  const problems = problemsWith(page, 'declareFile');
  for (const [at, [words, name]] of FAULTS.entries())
    expect(problems[at]).toMatch(new RegExp(`^${name}: .*${words.source}`, 'u'));
  expect(faultAt(page, 'declareFile').seen).toEqual(problems.map((text) => `Error: ${text}`));
  expect(filesShown(page)).toEqual(namesOf(good));
  expect(await stored()).toHaveLength(before.length + good.length);
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
  await upload(client, ...NAMES.map((name) => pdf(name)));
  expect(filesShown(await client.get())).toEqual(NAMES);
  const { files } = await apply(site(), client, { files: [] });
  expect(namesOf(files)).toEqual(NAMES);
  expect(allIn((await client.get(client.receipt())).main, 'bdi').map(textOf)).toEqual(NAMES);
});

it('stores all files with the same name, but an identical file only once', async () => {
  const client = await begin(site());
  const before = await stored();
  await upload(client, pdf('plan.pdf', 'one'), pdf('plan.pdf', 'one'));
  const { files } = await apply(site(), client, { files: [pdf('plan.pdf', 'two')] });
  expect(namesOf(files)).toEqual(['plan.pdf', 'plan.pdf']);
  expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(2);
  expect(await stored()).toHaveLength(before.length + 2);
});

it('does not serve a submitted file under any URL', async () => {
  const client = await begin(site());
  await upload(client, pdf());
  const [id] = (await client.get()).fileIds;
  const [name] = (await draftOf(site(), client)).files.map(({ storedName }) => storedName);
  for (const folder of ['', '/uploads', '/files/x', `${FORM}/uploads`, '/assets/%2e%2e'])
    for (const part of [name, id, 'plan.pdf']) {
      const { status, body } = await client.send(`${folder}/${part}`, 'GET', { 'Tus-Resumable': '1.0.0' });
      expect([folder, status, body.includes('%PDF')]).toEqual([folder, 404, false]);
    }
  for (const file of ['/plinth.sqlite', '/assets/../plinth.sqlite', '/data/session-secret'])
    expect((await site().raw(file)).status).toBe(404);
});
