import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { run } from '../../../src/cli/applications/run-command.ts';
import { readEnvironment } from '../../../src/cli/read-environment.ts';
import type { ApplicationRecord } from '../../../src/deliveries/forward/application-record.ts';
import type { SentFile } from '../../support/multipart.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const fingerprint = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Expected file of an export. */
export const asExported = ({ name, content }: SentFile): ExportedFile => ({
  name,
  copiedAs: name,
  sha256: fingerprint(content),
});

/** Name and hash of a file. `copiedAs`: name in the folder. */
type ExportedFile = { name: string; copiedAs: string; sha256: string };
export type Application = Omit<ApplicationRecord, 'files'> & { files: ExportedFile[] };

/** Output of the export command, with the files in the folder of `--files`. */
export async function exported(dataDir: string): Promise<Application[]> {
  await using folder = await temporaryFolder('export');
  const out = new PassThrough();
  const context = { ...readEnvironment({ DATA_DIR: dataDir }), command: '', out, report: () => undefined };
  const output = text(out);
  await run(['export', '--format', 'json', '--files', folder.path], context);
  out.end();
  const applications = JSON.parse(await output) as ApplicationRecord[];
  return await Promise.all(
    applications.map(async ({ files, ...rest }) => ({ ...rest, files: await filesOf(files, folder.path) })),
  );
}

const filesOf = (files: ApplicationRecord['files'], folder: string): Promise<ExportedFile[]> =>
  Promise.all(
    files.map(async ({ name, path: place = '' }) => ({
      name,
      copiedAs: path.basename(place),
      sha256: fingerprint(await readFile(path.join(folder, place))),
    })),
  );
