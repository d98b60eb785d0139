import { afterEach, describe, expect, it, vi } from 'vitest';
import { fields as specs } from '../../../src/applications/rules/fields.ts';
import {
  MAX_DRAFT_BYTES,
  MAX_FIELD_BYTES,
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_FILES_PER_POST,
  MEGABYTE,
} from '../../../src/applications/rules/limits.ts';
import { fileRow } from '../../../src/applications/store/testing/fixtures.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { texts } from '../../../src/i18n/set-up.ts';
import { goodFields } from '../../support/form-client.ts';
import { begin, draftOf, formSiteForFile, goodAnswers, pdf, whole } from './form-site.ts';
import { problemsWith } from './read-form.ts';
import { sender } from './resumable-sites.ts';

const site = formSiteForFile({ RATE_LIMIT_PER_MINUTE: '1000' });
const UPLOAD = { action: 'upload' };

const pdfs = (count: number) => Array.from({ length: count }, (_, at) => pdf(`${at}.pdf`));

describe('files beyond a limit', () => {
  afterEach(() => vi.restoreAllMocks());

  it('names each file beyond a limit without storing or checking it', async () => {
    const client = await begin(site());
    const written = vi.spyOn(site().store.uploads, 'create');
    const checked = vi.spyOn(site().services.checkers, 'check');
    const files = pdfs(MAX_FILES_PER_POST);
    const page = await client.post({ files, button: UPLOAD });
    expect(page.status).toBe(422);
    expect(page.fileNames).toEqual(files.slice(0, MAX_FILES).map(({ name }) => name));
    expect(problemsWith(page, 'declareFile')).toHaveLength(MAX_FILES_PER_POST - MAX_FILES);
    expect([written.mock.calls.length, checked.mock.calls.length]).toEqual([MAX_FILES, MAX_FILES]);
  });

  it('accepts files beyond the limit only if the draft already holds the same files', async () => {
    const client = await begin(site());
    expect((await client.post({ files: pdfs(MAX_FILES), button: UPLOAD })).status).toBe(303);
    const written = vi.spyOn(site().store.uploads, 'create');
    expect((await client.post({ files: pdfs(MAX_FILES), button: UPLOAD })).status).toBe(303);
    const page = await client.post({ files: [pdf('0.pdf', 'other')], button: UPLOAD });
    expect(problemsWith(page, 'declareFile')).toEqual([`0.pdf: ${texts('en').problemTooManyFiles}`]);
    expect(written).not.toHaveBeenCalled();
  });

  it('does not check a file that exceeds the byte limit of its draft', async () => {
    const client = await begin(site());
    const left = MEGABYTE;
    const { id } = await draftOf(site(), client);
    await site().store.drafts.addFile(id, fileRow({ bytes: MAX_DRAFT_BYTES - left }));
    const checked = vi.spyOn(site().services.checkers, 'check');
    const files = [{ name: 'large.pdf', content: Buffer.alloc(left + 1) }, pdf('small.pdf')];
    const page = await client.post({ files, button: UPLOAD });
    expect(problemsWith(page, 'declareFile').join()).toContain(`large.pdf: ${texts('en').problemDraftFull}`);
    expect(page.fileNames.at(-1)).toBe('small.pdf');
    expect(checked).toHaveBeenCalledTimes(1);
  });
});

it('refuses a resumable upload beyond the byte quota of a client address', async () => {
  const { create } = await sender(site());
  const full = vi.spyOn(site().store.resumableUploads, 'begin').mockResolvedValue({ refused: 'addressFull' });
  const { status, text } = await create('a.pdf', MEGABYTE + 1);
  full.mockRestore();
  expect([status, text]).toEqual([429, texts('en').problemAddressFull]);
});

it('refuses only a file that is larger than the maximum size', async () => {
  const client = await begin(site());
  const files = [
    { name: 'over.pdf', content: pdfOf(MAX_FILE_BYTES + 1) },
    { name: 'exact.pdf', content: pdfOf(MAX_FILE_BYTES) },
    { name: 'zeros.pdf', content: Buffer.alloc(2 * MAX_FILE_BYTES) },
    pdf('after.pdf'),
  ];
  const page = await client.post({ files, button: UPLOAD });
  expect(page.status).toBe(422);
  expect(problemsWith(page, 'declareFile')).toEqual(
    ['over.pdf', 'zeros.pdf'].map((name) => `${name}: ${texts('en').problemFileTooBig}`),
  );
  expect(page.fileNames).toEqual(['exact.pdf', 'after.pdf']);
});

it('truncates overlong texts at a whole character and marks their fields', async () => {
  const client = await begin(site());
  const files = [pdf()];
  const page = await client.post({
    ...whole({ files }),
    fields: { ...goodAnswers, companyName: '青'.repeat(MAX_FIELD_BYTES) },
  });
  expect(page.status).toBe(422);
  expect(problemsWith(page, 'companyName')).toEqual([
    `Shorten this to ${specs.companyName.max} characters or fewer`,
  ]);
  const { fields, names } = await draftOf(site(), client);
  expect(fields.companyName).toBe('青'.repeat(Math.floor(MAX_FIELD_BYTES / 3)));
  expect(fields).toMatchObject({ ...goodFields, companyName: fields.companyName });
  expect(names).toEqual(['plan.pdf']);
});
