import { afterAll, afterEach, expect, it, onTestFinished } from 'vitest';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { startFakeClamd, VIRUS } from '../../support/fake-clamd.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import type { SentFile } from '../../support/multipart.ts';
import { type Site, startSite } from '../../support/site.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  apply,
  begin,
  draftOf,
  fileOf,
  formSiteForFile,
  pdf,
  upload,
  uploadsOf,
  type Visitor,
  whole,
} from './form-site.ts';
import { filesShown, problemsWith } from './read-form.ts';

const clamd = await startFakeClamd();
afterAll(() => clamd.close());
afterEach(() => clamd.behave('scans'));

const site = formSiteForFile({ CLAMD_URL: clamd.url });
/** The first scan on this site fails, so files are held for a while. */
const outage = formSiteForFile({ CLAMD_URL: clamd.url });

/** Builds a valid PDF with the virus of the fake daemon. */
function infected(name = 'bad.pdf'): SentFile {
  const content = pdfOf(5000);
  content.write(VIRUS, content.length - VIRUS.length - 1);
  return fileOf(name, content);
}

const scansOf = async (at: Site, client: Visitor) =>
  (await draftOf(at, client)).files.map(({ scan }) => scan);
const TOLD = 'bad.pdf: The file contains a virus. Remove it or choose a different file.';

it('refuses only the infected file of a POST', async () => {
  const client = await begin(site());
  const before = await uploadsOf(site());
  const answer = await upload(client, pdf('good.pdf'), infected());
  expect(answer.status).toBe(422);
  expect(problemsWith(answer, 'declareFile')).toEqual([TOLD]);
  expect(filesShown(answer)).toEqual(['good.pdf']);
  expect(await scansOf(site(), client)).toEqual(['clean']);
  expect(await uploadsOf(site())).toHaveLength(before.length + 1);
  expect(site().linesWith('Test.Virus').length).toBeGreaterThan(0);
  expect(site().linesWith('bad.pdf')).toEqual([]);
  expect((await client.post(whole({ files: [] }))).status).toBe(303);
});

it('holds files with one log line while the daemon fails', async () => {
  clamd.behave('closes at once');
  const { files } = await apply(outage(), await begin(outage()), { files: [pdf('a.pdf'), pdf('b.pdf')] });
  expect(files.map(({ scan }) => scan)).toEqual(['held', 'held']);
  expect(outage().linesWith('virus scan')).toHaveLength(1);
  expect(outage().linesWith('a.pdf')).toEqual([]);
});

it('scans previously accepted files after a restart with a daemon', async () => {
  const { path: dataDir, remove } = await temporaryFolder('scan');
  onTestFinished(remove);
  const before = await startSite(TEST_SETTINGS, { dataDir });
  const { reference, files } = await apply(before, await begin(before));
  expect(files.map(({ scan }) => scan)).toEqual(['unscanned']);
  await before.services.virusScan.scanHeld();
  await before.close();
  const after = await startSite({ ...TEST_SETTINGS, CLAMD_URL: clamd.url }, { dataDir });
  onTestFinished(after.close);
  await after.services.virusScan.scanHeld();
  expect((await after.store.applications.get(reference))?.files.map(({ scan }) => scan)).toEqual(['clean']);
});

/** Creates a visitor whose files arrived while the daemon was down, then makes it scan again. */
async function withHeld(...files: SentFile[]) {
  clamd.behave('closes at once');
  const client = await begin(outage());
  await upload(client, ...files);
  expect(await scansOf(outage(), client)).toEqual(files.map(() => 'held'));
  clamd.behave('scans');
  return client;
}

it('names an infected held file until the applicant removes it', async () => {
  const client = await withHeld(pdf('good.pdf'), infected());
  const [, { id = '' } = {}] = (await draftOf(outage(), client)).files;
  await outage().services.virusScan.scanHeld();
  const page = await client.get();
  expect([page.status, page.title]).toEqual([200, expect.stringMatching(/^Error: /u)]);
  expect([problemsWith(page, 'declareFile'), filesShown(page)]).toEqual([[TOLD], ['good.pdf', 'bad.pdf']]);
  const refused = await client.post(whole({ files: [] }));
  expect([refused.status, problemsWith(refused, 'declareFile')]).toEqual([422, [TOLD]]);
  await client.post({ button: { remove: id } });
  expect(filesShown(await client.get())).toEqual(['good.pdf']);
  expect((await client.post(whole({ files: [] }))).status).toBe(303);
});

it('keeps and marks a held file that is found to be infected after the submission', async () => {
  const client = await withHeld(infected());
  const { reference, files } = await apply(outage(), client, { files: [] });
  expect(files.map(({ scan }) => scan)).toEqual(['held']);
  await outage().services.virusScan.scanHeld();
  expect((await outage().store.applications.get(reference))?.files.map(({ scan }) => scan)).toEqual([
    'infected',
  ]);
  expect(outage().linesWith(reference)).toMatchObject([{ level: 50, signature: 'Test.Virus' }]);
  expect(outage().linesWith('bad.pdf')).toEqual([]);
  expect((await client.get(client.receipt())).status).toBe(200);
});
