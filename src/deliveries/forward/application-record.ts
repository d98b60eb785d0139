import { isoTime } from '../../content/time.ts';
import type { SentApplication } from '../../store/applications/applications.ts';

/**
 * JSON record of an application for exports and forwards, with stable key order. `paths` maps file ids to the paths of an export's
 * copies, relative to its `--files` folder.
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
