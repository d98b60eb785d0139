import { isoTime } from '../../content/time.ts';
import type { SentApplication } from '../../store/applications/applications.ts';

/**
 * An application as it leaves the site, by export and by forward, its keys in the order of the output. `paths`: where an export has
 * copied its files, below the folder of `--files`, by their identifiers.
 */
export const recordOf = (
  { reference, language, submittedAt, privacyNotice, fields, files }: SentApplication,
  paths?: Map<string, string>,
) => ({
  reference,
  language,
  submittedAt: isoTime(submittedAt),
  ...fields,
  privacyNotice,
  files: files.map(({ id, name, type, bytes, sha256, scan }) => {
    return { name, type, bytes, sha256, scan, path: paths?.get(id) };
  }),
});

export type ApplicationRecord = ReturnType<typeof recordOf>;
export type FileRecord = ApplicationRecord['files'][number];
