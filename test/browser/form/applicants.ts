import { afterAll, beforeAll } from 'vitest';
import type { Values } from '../../../src/applications/rules/fields.ts';
import { MAX_FILE_BYTES } from '../../../src/applications/rules/limits.ts';
import { sampleApplications } from '../../../src/applications/rules/testing/sample-application.ts';
import { buildOoxml } from '../../../src/applications/uploads/checks/testing/build-office.ts';
import { buildPdf, pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import type { Language } from '../../../src/i18n/languages.ts';
import type { SentFile } from '../../support/multipart.ts';
import { temporaryFolder, writeIn } from '../../support/temporary-folder.ts';

/** Valid applications whose texts need escaping, stored as typed. */
export const answers: Record<Language, Values> = {
  zh: {
    ...sampleApplications.zh,
    contactPhone: '0571-8888 6666 转 12',
    industry: '农业与食品 & “冷链”',
    companyDescription: '为山区合作社提供育种与冷链服务。\n\n第二段：<b>不是标记</b>，𠮷野家，100%。',
  },
  en: {
    ...sampleApplications.en,
    companyName: `O'Neill & Söhne "Green" Ltd`,
    companyShortName: 'Green <3',
    contactPerson: 'Zoë O’Brien',
    contactEmail: 'zoe.obrien+apply@green.example',
    companyDescription:
      'Seeds and cold chains for hill farms.\n\nSecond paragraph: 100% & <i>no markup</i> 🌱',
  },
};

export const BAD_EMAIL = 'lin@@qinghe';

export const good: SentFile[] = [
  { name: '营业执照（副本）.pdf', content: buildPdf({ objects: '% licence\n' }) },
  { name: 'Business plan & figures.docx', content: buildOoxml('docx') },
];

const tooBig = { name: 'scans of everything.pdf', content: pdfOf(MAX_FILE_BYTES + 1) };
const empty = { name: 'empty.xlsx', content: Buffer.alloc(0) };
const damaged = { name: '年报.pdf', content: Buffer.alloc(500) };

type Fault = 'problemFileTooBig' | 'problemFileEmpty' | 'problemFileDisguised';
/** Rejected files, each with the key of its error text. */
export const bad: (SentFile & { why: Fault })[] = [
  { ...tooBig, why: 'problemFileTooBig' },
  { ...empty, why: 'problemFileEmpty' },
  { ...damaged, why: 'problemFileDisguised' },
];

/** Valid and invalid files that are picked together. */
export const chosen = (): SentFile[] => [tooBig, ...good.slice(0, 1), empty, damaged, ...good.slice(1)];

/** Writes files to disk for all tests of a test file and returns their paths. */
export function diskForFile() {
  let disk: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    disk = await temporaryFolder('applicant');
  });
  afterAll(() => disk.remove());
  return (files: readonly SentFile[]): Promise<string[]> =>
    Promise.all(files.map(({ name, content }) => writeIn(disk.path, name, content)));
}
