import { type FileLike, FormDataEncoder, type FormDataLike } from 'form-data-encoder';
import { newFileName } from '../../lib/identifiers.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import { type Files, readStored } from './stored-file.ts';

type Part = Pick<FileLike, 'name' | 'type' | 'size' | 'stream'>;

const LINE_END = '\r\n';

/**
 * An application as multipart/form-data: the part `application`, which is `record` (JSON), then a part `file` for each file in
 * order, read from the store as it is asked for. An infected file has no part. `bytes` is the length of all.
 */
export function multipartOf({ files }: Pick<SentApplication, 'files'>, record: string, uploads: Files) {
  const sent = files.filter(({ scan }) => scan !== 'infected');
  const parts = sent.map((file): [string, FileLike] => {
    const { name, type, bytes: size } = file;
    return ['file', fileLike({ name, type, size, stream: () => readStored(uploads, file) })];
  });
  // A visitor who could guess the boundary could add parts by the content of a file.
  const encoder = new FormDataEncoder(formOf(parts), `plinth-${newFileName()}`);
  const first = recordPart(record, encoder.boundary);
  const bytes = first.length + Number(encoder.contentLength);
  return {
    bytes,
    headers: { 'content-type': encoder.contentType, 'content-length': `${bytes}` },
    async *chunks(): AsyncGenerator<Uint8Array, void> {
      yield first;
      yield* encoder.encode();
    },
  };
}

/** The encoder gives a type to files alone, and a receiver finds the record among its fields where it has no file's name. */
const recordPart = (record: string, boundary: string): Buffer =>
  Buffer.from(
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="application"',
      'Content-Type: application/json',
      '',
      record,
      '',
    ].join(LINE_END),
  );

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
