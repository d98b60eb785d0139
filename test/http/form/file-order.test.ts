import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_FILE_BYTES } from '../../../src/applications/rules/limits.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { apply, begin, fileOf, formSiteForFile, pdf } from './form-site.ts';
import { filesShown, problemsWith } from './read-form.ts';

const site = formSiteForFile();
const UPLOAD = { action: 'upload' };

const sent = () => ['e', 'c', 'd', 'a', 'b'].map((name) => pdf(`${name}.pdf`));

const names = (files: readonly { name: string }[]) => files.map(({ name }) => name);

/** Delays the creation of every other file. */
function fitfulDisk(): void {
  const { uploads } = site().store;
  const create = uploads.create.bind(uploads);
  let count = 0;
  vi.spyOn(uploads, 'create').mockImplementation(async () => {
    count += 1;
    if (count % 2 === 1) await wait(60);
    return create();
  });
}

beforeEach(fitfulDisk);
afterEach(() => vi.restoreAllMocks());

it('lists the files of one POST in the order they were sent', async () => {
  const client = await begin(site());
  await client.post({ files: sent(), button: UPLOAD });
  expect(filesShown(await client.get())).toEqual(names(sent()));
  const { files } = await apply(site(), client, { files: [] });
  expect(names(files)).toEqual(names(sent()));
});

it('names the bad files of one POST in the order they were sent', async () => {
  const bad = [
    fileOf('1.pdf', pdfOf(MAX_FILE_BYTES + 1)),
    fileOf('2.pdf', 'no PDF'),
    fileOf('3.pdf', ''),
    fileOf('4.exe', 'MZ'),
    fileOf('5.docx', 'PK'),
  ];
  const answer = await (await begin(site())).post({ files: bad, button: UPLOAD });
  expect(problemsWith(answer, 'declareFile').map((said) => said.split(': ')[0])).toEqual(names(bad));
});
