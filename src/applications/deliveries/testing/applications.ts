import { Readable } from 'node:stream';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { FileRow } from '../../store/engine/tables.ts';
import { fileRow, sha256Of, values } from '../../store/testing/fixtures.ts';

/** Submission time of the samples, which is noon in Shanghai. */
const SENT_AT = Date.parse('2026-11-21T12:00:00+08:00');

export const createFileRow = (name: string, changes: Parameters<typeof fileRow>[0], position: number) => ({
  ...fileRow({ name, ...changes }),
  id: `file-${position}`,
  scanReason: null,
  position,
  createdAt: SENT_AT,
});

type Sent = Partial<Omit<SentApplication, 'fields'>> & { fields?: Partial<SentApplication['fields']> };

/** Creates a submitted application, by default with two files. */
export const createSentApplication = ({ fields, ...rest }: Sent = {}): SentApplication => ({
  reference: 'A-2026-7K4MXQ',
  language: 'en',
  submittedAt: SENT_AT,
  privacyNotice: '2026-11-01',
  files: [
    createFileRow('商业计划书.pdf', { bytes: 1_468_006, scan: 'clean' }, 0),
    createFileRow('accounts.xlsx', { bytes: 20_480, scan: 'infected' }, 1),
  ],
  ...rest,
  fields: { ...values, companyDescription: 'two\nlines', ...fields },
});

export const LANXI = { name: 'Lanxi Capital Group Co., Ltd.', email: 'hello@lanxi.example' };

type FileSample = Partial<Pick<FileRow, 'name' | 'type' | 'scan'>> & { content: string | Buffer };

/** Creates an application with the given files, and a file store that has them. */
export function createApplicationWith(given: FileSample[]) {
  const contents = new Map<string, Buffer>();
  const files = given.map(({ content, ...changes }, position): FileRow => {
    const bytes = Buffer.from(content);
    const row = createFileRow(
      '计划书.pdf',
      { ...changes, bytes: bytes.length, sha256: sha256Of(bytes) },
      position,
    );
    contents.set(row.storedName, bytes);
    return row;
  });
  const fileStore = {
    open: async (storedName: string) => {
      const content = contents.get(storedName);
      if (!content) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
      return Readable.from(content.length > 0 ? [content] : []);
    },
  };
  return { application: createSentApplication({ files }), fileStore, contents };
}
