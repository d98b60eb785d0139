import { expect, it } from 'vitest';
import { MAX_FILE_BYTES, MAX_FILES, MAX_FILES_PER_POST } from '../../../src/applications/rules/limits.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { texts } from '../../../src/i18n/set-up.ts';
import { goodFields } from '../../support/form-client.ts';
import { during, fullDisk } from '../../support/store-faults.ts';
import {
  begin,
  draftOf,
  exhaust,
  fileOf,
  formSiteForFile,
  pdf,
  sessionIdOf,
  upload,
  whole,
} from './form-site.ts';
import { filesShown, problemsWith } from './read-form.ts';
import { begun, KB, sender, storedNames } from './resumable-sites.ts';

const site = formSiteForFile({ RATE_LIMIT_PER_MINUTE: '1000' });
const { problemAddressFull, problemDiskFull, problemFileTooBig, problemTooManyFiles } = texts('en');

const pdfs = (count: number) => Array.from({ length: count }, (_, at) => pdf(`${at}.pdf`));

it('names each file beyond the maximum number without storing or checking it', async () => {
  const client = await begin(site());
  const [before, checks] = [await storedNames(site()), site().services.checkers.counts().results.answered];
  const page = await upload(client, ...pdfs(MAX_FILES_PER_POST));
  expect([page.status, page.fileNames]).toEqual([422, pdfs(MAX_FILES).map(({ name }) => name)]);
  const problems = problemsWith(page, 'declareFile');
  expect(problems).toHaveLength(MAX_FILES_PER_POST - MAX_FILES);
  for (const problem of problems) expect(problem).toContain(problemTooManyFiles);
  expect((await storedNames(site())).length - before.length).toBe(MAX_FILES);
  expect(site().services.checkers.counts().results.answered - checks).toBe(MAX_FILES);
});

it('refuses only a file that is larger than the maximum size', async () => {
  const client = await begin(site());
  const sizes = { 'over.pdf': 1, 'exact.pdf': 0, 'zeros.pdf': MAX_FILE_BYTES };
  const files = Object.entries(sizes).map(([name, more]) => fileOf(name, pdfOf(MAX_FILE_BYTES + more)));
  const page = await upload(client, ...files, pdf('after.pdf'));
  expect(problemsWith(page, 'declareFile')).toEqual(
    ['over.pdf', 'zeros.pdf'].map((name) => `${name}: ${problemFileTooBig}`),
  );
  expect(page.fileNames).toEqual(['exact.pdf', 'after.pdf']);
});

const content = pdfOf(64 * KB);
const half = content.subarray(0, 32 * KB);

it('stores the fields of a form if the disk is too full for its files', async () => {
  const client = await begin(site());
  await during(fullDisk, site(), async () => {
    const page = await client.post(whole());
    expect([page.status, problemsWith(page, 'declareFile')]).toEqual([507, [`plan.pdf: ${problemDiskFull}`]]);
    expect(filesShown(page)).toEqual([]);
    expect(await draftOf(site(), client)).toMatchObject({ fields: goodFields });
    const ready = async () => JSON.parse((await site().raw('/readyz')).text);
    await expect.poll(ready).toMatchObject({ status: 'ready', away: expect.arrayContaining(['disk']) });
  });
});

it('refuses upload chunks without losing the offset if the disk is full', async () => {
  const mine = await sender(site());
  const url = await begun(mine, 'a.pdf', content.length);
  await mine.patch(url, 0, half);
  const before = await storedNames(site());
  const rest = content.subarray(half.length);
  await during(fullDisk, site(), async () => {
    for (const answer of [await mine.create('b.pdf', KB), await mine.patch(url, half.length, rest)])
      expect([answer.status, answer.text, answer.headers['upload-problem']]).toEqual([
        507,
        problemDiskFull,
        '1',
      ]);
  });
  expect(await storedNames(site())).toEqual(before);
  expect((await mine.patch(url, half.length, rest)).status).toBe(204);
});

it('kilobytes that arrived beyond the quota refuse the files of the session, but not its texts', async () => {
  const client = await begin(site());
  const mine = await sender(site());
  const url = await begun(mine, 'a.pdf', content.length);
  for (const visitor of [client, mine.client]) {
    const session = sessionIdOf(visitor);
    await exhaust(site(), site().services.quotas.of('kilobytes', { id: '', session }, undefined));
  }
  const page = await client.post(whole());
  expect([page.status, problemsWith(page, 'declareFile')]).toEqual([
    422,
    [`plan.pdf: ${problemAddressFull}`],
  ]);
  expect(await draftOf(site(), client)).toMatchObject({ fields: goodFields, names: [] });
  expect((await mine.patch(url, 0, half)).text).toBe(problemAddressFull);
});
