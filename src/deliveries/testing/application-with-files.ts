import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { FileRow } from '../../store/engine/tables.ts';
import { fileRow, NOW, values } from '../../store/testing/index.ts';

type Given = Partial<Pick<FileRow, 'name' | 'type' | 'scan'>> & { content: string | Buffer };

export const sha256Of = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** An application with these files, and a file store that has them. */
export function applicationWith(given: Given[], reference = 'A-2026-7K4MXQ') {
  const contents = new Map<string, Buffer>();
  const files = given.map(({ content, ...changes }, position): FileRow => {
    const bytes = Buffer.from(content);
    const row = fileRow({ ...changes, bytes: bytes.length, sha256: sha256Of(bytes) });
    contents.set(row.storedName, bytes);
    return { ...row, id: `file-${position}`, position, createdAt: NOW };
  });
  const application: SentApplication = {
    reference,
    language: 'zh',
    submittedAt: NOW,
    privacyNotice: null,
    fields: values,
    files,
  };
  const uploads = {
    open: async (storedName: string) => {
      const content = contents.get(storedName);
      if (!content) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
      return Readable.from(content.length > 0 ? [content] : []);
    },
  };
  return { application, uploads, contents };
}
