import type { SentApplication } from '../store/applications.ts';
import { isoTime } from './times.ts';

/**
 * An application as it is exported, its keys in the order of the output. `paths`: where its files were copied to, below the
 * folder of `--files`, by their identifiers.
 */
export const exported = (
  { reference, language, submittedAt, fields, files }: SentApplication,
  paths?: Map<string, string>,
) => ({
  reference,
  language,
  submittedAt: isoTime(submittedAt),
  ...fields,
  files: files.map(({ id, name, type, bytes, sha256, scan }) => {
    return { name, type, bytes, sha256, scan, path: paths?.get(id) };
  }),
});

export type Exported = ReturnType<typeof exported>;
export type ExportedFile = Exported['files'][number];
