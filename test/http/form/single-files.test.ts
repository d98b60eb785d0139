import { expect, it } from 'vitest';
import { NEEDS_FORM } from '../../../src/applications/rules/client-protocol.ts';
import { MAX_FILE_BYTES } from '../../../src/applications/rules/limits.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { texts } from '../../../src/i18n/set-up.ts';
import { allIn, textOf } from '../../support/html.ts';
import {
  begin,
  byHtmx,
  draftOf,
  FORM,
  fileOf,
  formSiteForFile,
  pdf,
  type Visitor,
  whole,
} from './form-site.ts';
import { filesShown, readFragment } from './read-form.ts';

const site = formSiteForFile();

const sendFile = (client: Visitor, ...files: ReturnType<typeof pdf>[]) =>
  byHtmx(client, { to: 'files', files });
const problemIn = (text: string) =>
  allIn(readFragment(text).main, 'p')
    .filter(({ attributes }) => 'data-problem' in attributes)
    .map(textOf);

it('a single file sent by htmx returns the files of the draft', async () => {
  const client = await begin(site());
  await sendFile(client, pdf('a.pdf'));
  const { status, text, headers } = await sendFile(client, pdf('b.pdf'));
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(filesShown(readFragment(text))).toEqual(['a.pdf', 'b.pdf']);
  expect(problemIn(text)).toEqual([]);
  expect(text).not.toContain('_application');
});

it.each([
  ['too big', fileOf('big.pdf', pdfOf(MAX_FILE_BYTES + 1)), texts('en').problemFileTooBig],
  ['of a wrong type', fileOf('a.exe', 'MZ'), /^The file must be a PDF/u],
] as const)('refuses a single file that is %s with 422 and the reason', async (_what, file, words) => {
  const client = await begin(site());
  await sendFile(client, pdf('good.pdf'));
  const { status, text } = await sendFile(client, file);
  expect(status).toBe(422);
  expect(problemIn(text)).toEqual([typeof words === 'string' ? words : expect.stringMatching(words)]);
  expect(filesShown(readFragment(text))).toEqual(['good.pdf']);
});

it('stores a single file regardless of the query', async () => {
  const client = await begin(site());
  const { status, text } = await byHtmx(client, { to: 'files', check: 'industry', files: [pdf('a.pdf')] });
  expect(status).toBe(200);
  expect(filesShown(readFragment(text))).toEqual(['a.pdf']);
});

it('a POST to {form}/files without a file returns an error', async () => {
  const { status, text } = await sendFile(await begin(site()));
  expect(status).toBe(422);
  expect(problemIn(text)).toHaveLength(1);
});

it('a single file without htmx redirects to the form', async () => {
  const client = await begin(site());
  const { status, headers } = await client.post({ to: 'files', files: [pdf('a.pdf')] });
  expect({ status, to: headers.location?.split('#')[0] }).toEqual({ status: 303, to: FORM });
  expect(filesShown(await client.get())).toEqual(['a.pdf']);
});

it('a single file never submits an application', async () => {
  const client = await begin(site());
  const { status } = await byHtmx(client, { ...whole(), to: 'files', button: { action: 'submit' } });
  expect(status).toBe(200);
  const { id } = await draftOf(site(), client);
  expect((await site().store.drafts.get(id))?.reference).toBeNull();
});

it('refuses a single file with a message after the application was submitted', async () => {
  const client = await begin(site());
  await client.post(whole());
  const { status, text, headers } = await sendFile(client, pdf('late.pdf'));
  expect([status, headers['upload-problem'], text]).toEqual([422, NEEDS_FORM, texts('en').uploadGone]);
});
