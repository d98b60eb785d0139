import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Values } from '../../../applications/rules/fields.ts';
import type { Channel, ScanStatus } from '../../../applications/store/engine/tables.ts';
import type { Store } from '../../../applications/store/index.ts';
import {
  fileRow,
  NOW,
  newDraft,
  sha256Of,
  submitDraft,
  upload,
  values,
} from '../../../applications/store/testing/index.ts';
import type { Language } from '../../../i18n/languages.ts';
import type { CopyOptions } from '../export-files.ts';

export type SentFile = { name: string; content: string; scan?: ScanStatus };
type SubmissionOptions = {
  fields?: Partial<Values>;
  files?: SentFile[];
  now?: number;
  language?: Language;
  channels?: Channel[];
};

function throwError(message: string): never {
  throw new Error(message);
}

/** Fails the test if the export reports anything. */
export const NO_REPORTS: CopyOptions = { withInfected: false, report: throwError, reportFailure: throwError };

/** Submits an application through the same store calls as the site. */
export async function send(
  store: Store,
  sent: SubmissionOptions = {},
): Promise<{ reference: string; storedNames: string[] }> {
  const {
    fields = {},
    files = [{ name: 'plan.pdf', content: 'abc' }],
    now = NOW,
    language = 'zh',
    channels,
  } = sent;
  const draft = await newDraft(store, now, { language });
  await store.drafts.saveFields(draft.id, { ...values, ...fields }, now);
  const storedNames: string[] = [];
  for (const file of files) storedNames.push(await addFile(store, draft.id, file, now));
  return { reference: await submitDraft(store, { draft, fields, now, channels }), storedNames };
}

async function addFile(
  store: Store,
  draftId: string,
  { name, content, scan = 'unscanned' }: SentFile,
  now: number,
): Promise<string> {
  const storedName = await upload(store, content);
  const bytes = Buffer.byteLength(content);
  const row = fileRow({ name, storedName, bytes, sha256: sha256Of(content), scan });
  const added = await store.drafts.addFile(draftId, row, { now });
  if ('refused' in added) throw new Error(added.refused);
  return storedName;
}

/** Returns the texts of all files below a folder by relative path. */
export async function readFilesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const read = files.sort().map(async (file) => [path.relative(folder, file), await readFile(file, 'utf8')]);
  return Object.fromEntries(await Promise.all(read));
}
