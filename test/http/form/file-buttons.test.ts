import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SentFile } from '../../support/multipart.ts';
import { begin, draftOf, FORM, formSiteForFile, goodAnswers, pdf, type Visitor, whole } from './form-site.ts';
import { filesShown, problemsWith } from './read-form.ts';

const site = formSiteForFile();
const UPLOAD = { action: 'upload' };
const NO_FILE = 'Please upload at least one declaration document.';

const upload = (client: Visitor, ...files: SentFile[]) => client.post({ files, button: UPLOAD });
/** Uploads each file in its own POST. */
async function uploadEach(client: Visitor, ...files: SentFile[]): Promise<void> {
  for (const file of files) await upload(client, file);
}

const storedNow = async () => (await readdir(path.join(site().dataDir, 'uploads'))).length;

describe('“Upload files”', () => {
  it('“Upload files” redirects to the form with a one-time notice', async () => {
    const client = await begin(site());
    const { status, headers } = await upload(client, pdf('a.pdf'), pdf('b.pdf'));
    expect(status).toBe(303);
    expect(headers.location).toBe(`${FORM}#declareFile`);
    expect(headers['cache-control']).toBe('no-store');
    const page = await client.get();
    expect({ files: filesShown(page).toSorted(), notice: page.notice, problems: page.problems }).toEqual({
      files: ['a.pdf', 'b.pdf'],
      notice: 'Upload success: 2 files',
      problems: [],
    });
    expect((await client.get()).notice).toBeUndefined();
  });

  it('“Upload files” stores the texts without validating them', async () => {
    const client = await begin(site());
    const typed = { ...goodAnswers, captcha: '', contactEmail: 'not yet', companyName: '' };
    expect((await client.post({ fields: typed, files: [pdf()], button: UPLOAD })).status).toBe(303);
    await client.get();
    expect(client.inputs()).toMatchObject(typed);
  });

  it('“Upload files” shows an error if no file is chosen', async () => {
    const client = await begin(site());
    const answer = await client.post({ fields: goodAnswers, button: UPLOAD });
    expect(answer.status).toBe(422);
    expect(problemsWith(answer, 'declareFile')).toEqual([NO_FILE]);
    expect(client.inputs()).toMatchObject({ companyName: goodAnswers.companyName });
  });
});

it.each(['file', 'declareFile[]'])('does not store a file from the field “%s”', async (field) => {
  const client = await begin(site());
  const before = await storedNow();
  const answer = await client.post(whole({ files: [{ ...pdf(), field }] }));
  expect(answer.status).toBe(422);
  expect(problemsWith(answer, 'declareFile')).toEqual([NO_FILE]);
  expect(client.inputs().companyName).toBe(goodAnswers.companyName);
  expect(await storedNow()).toBe(before);
});

it('a repeated POST does not add the same file twice', async () => {
  const client = await begin(site());
  const sending = {
    fields: goodAnswers,
    files: [pdf('a.pdf'), pdf('b.pdf'), pdf('a.pdf')],
    button: UPLOAD,
  };
  await client.post(sending);
  const stored = await storedNow();
  expect((await client.post(sending)).status).toBe(303);
  expect((await draftOf(site(), client)).names).toHaveLength(3);
  expect(await storedNow()).toBe(stored);
});

describe('“Remove”', () => {
  it('“Remove” deletes one file with its bytes', async () => {
    const client = await begin(site());
    await uploadEach(client, pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'));
    const { fileIds } = await client.get();
    const before = await storedNow();
    const { status, headers } = await client.post({
      fields: goodAnswers,
      button: { remove: fileIds[1] ?? '' },
    });
    expect({ status, to: headers.location }).toEqual({ status: 303, to: `${FORM}#declareFile` });
    const page = await client.get();
    expect({ files: filesShown(page), notice: page.notice }).toEqual({
      files: ['a.pdf', 'c.pdf'],
      notice: 'The file was removed.',
    });
    expect(await storedNow()).toBe(before - 1);
    expect(client.inputs().companyName).toBe(goodAnswers.companyName);
  });

  it.each(['', '../../plinth.sqlite'])(
    '“Remove” does not delete a file for an unknown id (“%s”)',
    async (id) => {
      const client = await begin(site());
      await upload(client, pdf('a.pdf'));
      await client.post({ button: { remove: id } });
      expect(filesShown(await client.get())).toEqual(['a.pdf']);
    },
  );
});
