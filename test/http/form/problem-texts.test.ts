import { expect, it } from 'vitest';
import { MAX_FILE_BYTES, MAX_FILE_MEGABYTES } from '../../../src/applications/rules/limits.ts';
import {
  buildDoc,
  buildEncryptedPackage,
} from '../../../src/applications/uploads/checks/testing/build-office.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import type { Sending } from '../../support/form-client.ts';
import { begin, CHINESE_FORM, FORM, formSiteForFile, whole } from './form-site.ts';
import { summaryLinks } from './read-form.ts';

const site = formSiteForFile();
const fileOf = (name: string, content: Buffer): Sending => ({ files: [{ name, content }] });

/** One error of each kind, with its fixed message. */
const PROBLEMS: [sending: Sending, english: string | RegExp][] = [
  [{ fields: { industry: '' } }, 'Required'],
  [{ fields: { captcha: 'x' } }, 'Captcha Error'],
  [{ fields: { contactEmail: 'x' } }, 'Email Error'],
  [{ files: [] }, 'Please upload at least one declaration document.'],
  [fileOf('a.pdf', pdfOf(MAX_FILE_BYTES + 1)), `a.pdf: File size cannot exceed ${MAX_FILE_MEGABYTES}MB.`],
  [{ fields: { companyName: 'x' } }, 'Enter at least 2 characters'],
  [{ fields: { establishmentDate: 'x' } }, /^Enter a real date/u],
  [{ fields: { establishmentDate: '9999-01-01' } }, 'The date must be today or in the past'],
  [{ fields: { contactPhone: '123' } }, /^Enter the whole phone number/u],
  [{ fields: { developmentStage: 'x' } }, 'Select a development stage from the list'],
  [fileOf('a.pdf', Buffer.alloc(0)), /^a\.pdf: The file is empty/u],
  [fileOf('a.exe', Buffer.from('MZ')), /^a\.exe: The file must be a PDF/u],
  [fileOf('a.pdf', buildDoc()), /^a\.pdf: The file is damaged or its content does not match/u],
  [fileOf('a.docx', buildEncryptedPackage()), /^a\.docx: .*password/u],
];

async function linesAt(path: string, sending: Sending): Promise<string[]> {
  const { status, main } = await (await begin(site(), path)).post(whole(sending));
  expect(status).toBe(422);
  return summaryLinks(main).map(({ text }) => text);
}

it.each(PROBLEMS)('an error is one line of the summary in English (%#)', async (sending, english) => {
  const expected = typeof english === 'string' ? english : expect.stringMatching(english);
  expect(await linesAt(FORM, sending)).toEqual([expected]);
});

it.each(PROBLEMS)(
  'an error is one line of the summary in Chinese (%#)',
  { tags: ['matrix'] },
  async (sending) => {
    const [line = '', ...more] = await linesAt(CHINESE_FORM, sending);
    expect(more).toEqual([]);
    expect(line).toMatch(/\p{Script=Han}{3,}/u);
    expect(line).not.toMatch(/Error|Required|\{\{|problem[A-Z]/u);
  },
);
