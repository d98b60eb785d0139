import { beforeAll, describe, expect, it } from 'vitest';
import { fields as specs } from '../../../src/form/rules/fields.ts';
import {
  MAX_FILE_BYTES,
  MAX_FILE_MEGABYTES,
  MAX_FILES,
  MAX_PHONE_DIGITS,
} from '../../../src/form/rules/limits.ts';
import { buildDoc, buildEncryptedPackage } from '../../../src/form/uploads/checks/testing/build-office.ts';
import { pdfOf } from '../../../src/form/uploads/checks/testing/build-pdf.ts';
import type { Sending } from '../../support/form-client.ts';
import { setCode } from './codes.ts';
import { begin, CHINESE_FORM, FORM, formSiteForFile, pdf, whole } from './form-site.ts';
import { summaryLinks } from './read-form.ts';

const site = formSiteForFile();

/** All problems of a POST, with the texts that the product fixes. */
const FAULTS: { fault: string; sending: Sending; english?: string }[] = [
  { fault: 'nothing typed', sending: { fields: { industry: '' } }, english: 'Required' },
  { fault: 'no captcha', sending: { fields: { captcha: '' } }, english: 'Required' },
  { fault: 'a wrong captcha', sending: { fields: { captcha: 'x' } }, english: 'Captcha Error' },
  { fault: 'no e-mail address', sending: { fields: { contactEmail: 'x' } }, english: 'Email Error' },
  {
    fault: 'no file',
    sending: { files: [] },
    english: 'Please upload at least one declaration document.',
  },
  {
    fault: 'a file too big',
    sending: { files: [{ name: 'a.pdf', content: pdfOf(MAX_FILE_BYTES + 1) }] },
    english: `a.pdf: File size cannot exceed ${MAX_FILE_MEGABYTES}MB.`,
  },
  { fault: 'a short name', sending: { fields: { companyName: 'x' } } },
  { fault: 'a long name', sending: { fields: { companyName: 'x'.repeat(specs.companyName.max + 1) } } },
  { fault: 'no date', sending: { fields: { establishmentDate: 'x' } } },
  { fault: 'a day to come', sending: { fields: { establishmentDate: '9999-01-01' } } },
  { fault: 'no telephone number', sending: { fields: { contactPhone: 'x' } } },
  { fault: 'half a telephone number', sending: { fields: { contactPhone: '123' } } },
  { fault: 'two telephone numbers', sending: { fields: { contactPhone: '1'.repeat(MAX_PHONE_DIGITS + 1) } } },
  { fault: 'an unknown stage', sending: { fields: { developmentStage: 'x' } } },
  { fault: 'an empty file', sending: { files: [{ name: 'a.pdf', content: Buffer.alloc(0) }] } },
  { fault: 'a wrong type', sending: { files: [{ name: 'a.exe', content: Buffer.from('MZ') }] } },
  { fault: 'a disguised file', sending: { files: [{ name: 'a.pdf', content: buildDoc() }] } },
  { fault: 'a locked file', sending: { files: [{ name: 'a.docx', content: buildEncryptedPackage() }] } },
  { fault: 'a cut file', sending: { files: [{ name: 'a.pdf', content: pdf().content.subarray(0, 90) }] } },
  {
    fault: 'too many files',
    sending: { files: Array.from({ length: MAX_FILES + 1 }, (_, n) => pdf(`${n}.pdf`)) },
  },
];

async function saidAt(path: string, sending: Sending): Promise<string[]> {
  const { status, main } = await (await begin(site(), path)).post(whole(sending));
  expect(status).toBe(422);
  return summaryLinks(main).map(({ text }) => text);
}

describe.each(FAULTS)('$fault', ({ sending, english }) => {
  const said: Record<string, string[]> = {};
  beforeAll(async () => {
    for (const path of [FORM, CHINESE_FORM]) said[path] = await saidAt(path, sending);
  });

  it('is shown in one line of English', () => {
    const [line = '', ...more] = said[FORM] ?? [];
    expect(more).toEqual([]);
    expect(line).toMatch(/^[\x20-\x7e]+$/u);
    expect(line).toBe(english ?? line);
  });

  it('is shown in one line of Chinese', () => {
    const [line = '', ...more] = said[CHINESE_FORM] ?? [];
    expect(more).toEqual([]);
    expect(line).toMatch(/\p{Script=Han}{3,}/u);
    expect(line).not.toMatch(/Error|Required|\{\{|problem[A-Z]/u);
  });
});

it('shows an expired captcha in both languages', async () => {
  for (const [path, words] of [
    [FORM, /^The code has expired/u],
    [CHINESE_FORM, /^验证码已过期/u],
  ] as const) {
    const client = await begin(site(), path);
    setCode(site(), client, '48151', -1);
    const { main } = await client.post(whole({ fields: { captcha: '48151' } }));
    expect(summaryLinks(main).map(({ text }) => text)).toEqual([expect.stringMatching(words)]);
  }
});
