import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../src/build/places.ts';
import type { ApplicationRecord } from '../../../src/deliveries/forward/application-record.ts';
import type { SentFile } from '../../support/multipart.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const COMMAND = path.join(root, 'src/cli/plinth.ts');
const run = promisify(execFile);

const fingerprint = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Expected file of an export. */
export const asExported = ({ name, content }: SentFile): ExportedFile => ({
  name,
  copiedAs: name,
  sha256: fingerprint(content),
});

/** Name and hash of a file. `copiedAs`: name in the folder. */
export type ExportedFile = { name: string; copiedAs: string; sha256: string };
export type Application = Omit<ApplicationRecord, 'files'> & { files: ExportedFile[] };

/** Output of the export command, with the files in the folder of `--files`. */
export async function exported(dataDir: string): Promise<Application[]> {
  await using folder = await temporaryFolder('export');
  const { stdout } = await run(
    process.execPath,
    [COMMAND, 'applications', 'export', '--format', 'json', '--files', folder.path],
    { cwd: root, env: { PATH: process.env.PATH, DATA_DIR: dataDir } },
  );
  const applications = JSON.parse(stdout) as ApplicationRecord[];
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
