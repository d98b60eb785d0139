import { type FileLike, FormDataEncoder, type FormDataLike } from 'form-data-encoder';
import type { SentApplication } from '../store/applications.ts';
import { newFileName } from '../store/identifiers.ts';
import { type Files, readStored } from './stored-file.ts';

type Part = Pick<FileLike, 'name' | 'type' | 'size' | 'stream'>;

/**
 * An application as multipart/form-data: the part `application`, which is `record` (JSON), then a part `file` for each file in
 * order, read from the store as it is asked for. An infected file has no part.
 */
export function multipartOf(
  { files }: Pick<SentApplication, 'files'>,
  record: string,
  uploads: Files,
): FormDataEncoder {
  const application = partOf('application.json', 'application/json', Buffer.from(record));
  const sent = files.filter(({ scan }) => scan !== 'infected');
  const parts: [string, FileLike][] = [
    ['application', fileLike(application)],
    ...sent.map((file): [string, FileLike] => {
      const { name, type, bytes: size } = file;
      return ['file', fileLike({ name, type, size, stream: () => readStored(uploads, file) })];
    }),
  ];
  // A visitor who could guess it could add parts by the content of a file.
  return new FormDataEncoder(formOf(parts), `plinth-${newFileName()}`);
}

const partOf = (name: string, type: string, content: Uint8Array): Part => ({
  name,
  type,
  size: content.length,
  async *stream() {
    yield content;
  },
});

const fileLike = (part: Part): FileLike => ({ ...part, lastModified: 0, [Symbol.toStringTag]: 'File' });

/** The encoder takes forms alone, and the form of Node holds no streams. */
function formOf(parts: [string, FileLike][]): FormDataLike {
  return {
    [Symbol.toStringTag]: 'FormData',
    append: (name: string, value: unknown) => void parts.push([name, value as FileLike]),
    getAll: (name) => parts.filter(([one]) => one === name).map(([, file]) => file),
    entries: () => parts.values(),
    [Symbol.iterator]: () => parts.values(),
  };
}
