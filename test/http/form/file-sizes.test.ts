import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_DRAFT_BYTES, MAX_FILE_BYTES, MEGABYTE } from '../../../src/form/rules/limits.ts';
import { pdfOf } from '../../../src/form/uploads/checks/testing/build-pdf.ts';
import { texts } from '../../../src/i18n/set-up.ts';
import { fileOf } from './files.ts';
import { apply, begin, draftIdOf, draftOf, formSiteForFile, pdf, whole } from './form-site.ts';
import { filesShown, problemsWith } from './read-form.ts';

const site = formSiteForFile();
const exact = pdfOf(MAX_FILE_BYTES);
const over = pdfOf(MAX_FILE_BYTES + 1);

describe('file of the maximum size', () => {
  it('is accepted', async () => {
    const { files } = await apply(site(), await begin(site()), { files: [fileOf('exact.pdf', exact)] });
    expect(files).toMatchObject([{ name: 'exact.pdf', bytes: MAX_FILE_BYTES, type: 'application/pdf' }]);
    const stored: Buffer[] = [];
    for await (const chunk of await site().store.uploads.open(files[0]?.storedName ?? ''))
      stored.push(chunk as Buffer);
    expect(Buffer.concat(stored).equals(exact)).toBe(true);
  });
});

describe('file one byte larger', () => {
  it('is refused by its name, and the other files are stored', async () => {
    const client = await begin(site());
    const files = [pdf('before.pdf'), fileOf('over.pdf', over), fileOf('exact.pdf', exact), pdf('after.pdf')];
    const answer = await client.post(whole({ files }));
    expect(answer.status).toBe(422);
    expect(problemsWith(answer, 'declareFile')).toEqual([`over.pdf: ${texts('en').problemFileTooBig}`]);
    expect(filesShown(answer).toSorted()).toEqual(['after.pdf', 'before.pdf', 'exact.pdf']);
    expect(client.inputs()).toMatchObject({ companyName: '青禾科技（杭州）有限公司' });
  });

  it('is refused with any content, and the excess is discarded', async () => {
    const client = await begin(site());
    const big = Buffer.alloc(3 * MAX_FILE_BYTES);
    const answer = await client.post({
      files: [fileOf('zeros.pdf', big), pdf('good.pdf')],
      button: { action: 'upload' },
    });
    expect(problemsWith(answer, 'declareFile')).toEqual([`zeros.pdf: ${texts('en').problemFileTooBig}`]);
    expect(filesShown(answer)).toEqual(['good.pdf']);
  });
});

describe('large file', () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => warnings.push(message);
  beforeEach(() => {
    warnings.length = 0;
    process.on('warning', note);
  });
  afterEach(() => {
    process.off('warning', note);
  });

  it('leaves no listeners behind', async () => {
    await (await begin(site())).post({ files: [fileOf('exact.pdf', exact)], button: { action: 'upload' } });
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });
});

describe('files of a draft', () => {
  it('can fill the maximum of a draft', { tags: ['matrix'] }, async () => {
    const client = await begin(site());
    for (let number = 1; number <= MAX_DRAFT_BYTES / MAX_FILE_BYTES; number += 1) {
      const files = [fileOf(`${number}.pdf`, exact)];
      const { status } = await client.post({ files, button: { action: 'upload' } });
      expect(status).toBe(303);
    }
    const { files } = await draftOf(site(), client);
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(MAX_DRAFT_BYTES);
    expect((await client.post(whole({ files: [] }))).status).toBe(303);
  });

  it('are refused and named beyond that maximum', async () => {
    const client = await begin(site());
    const id = await draftIdOf(site(), client);
    const room = { ...(await seedFile()), bytes: MAX_DRAFT_BYTES - pdf().content.length };
    await site().store.drafts.addFile(id, room);
    const files = [fileOf('bigger.pdf', pdfOf(MEGABYTE)), pdf('fits.pdf', 'plan.pdf')];
    const answer = await client.post({ files, button: { action: 'upload' } });
    expect(problemsWith(answer, 'declareFile')).toEqual([`bigger.pdf: ${texts('en').problemDraftFull}`]);
    expect(filesShown(answer)).toEqual(['seed.pdf', 'fits.pdf']);
  });
});

/** A row for a file that another POST would have brought. */
async function seedFile() {
  const upload = await site().store.uploads.create();
  const storedName = await site().store.uploads.commit(upload);
  return {
    name: 'seed.pdf',
    type: 'application/pdf',
    sha256: '0'.repeat(64),
    storedName,
    scan: 'unscanned' as const,
  };
}
