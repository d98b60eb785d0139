import { Readable } from 'node:stream';
import type { FileRow } from '../../store/engine/tables.ts';
import { sha256Of } from '../../store/testing/fixtures.ts';
import { file, sentApplication } from './applications.ts';

type Given = Partial<Pick<FileRow, 'name' | 'type' | 'scan'>> & { content: string | Buffer };

/** Creates an application with the given files, and a file store that has them. */
export function applicationWith(given: Given[]) {
  const contents = new Map<string, Buffer>();
  const files = given.map(({ content, ...changes }, position): FileRow => {
    const bytes = Buffer.from(content);
    const row = file('计划书.pdf', { ...changes, bytes: bytes.length, sha256: sha256Of(bytes) }, position);
    contents.set(row.storedName, bytes);
    return row;
  });
  const uploads = {
    open: async (storedName: string) => {
      const content = contents.get(storedName);
      if (!content) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
      return Readable.from(content.length > 0 ? [content] : []);
    },
  };
  return { application: sentApplication({ files }), uploads, contents };
}
