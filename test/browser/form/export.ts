import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ApplicationRecord } from '../../../src/applications/deliveries/forward/application-record.ts';
import { run } from '../../../src/cli/applications/run-command.ts';
import { readStoreSettings } from '../../../src/cli/store-place.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Runs the export command and returns its output with the contents of the files. */
export async function exported(dataDir: string) {
  await using folder = await temporaryFolder('export');
  const out = new PassThrough();
  const environment = readStoreSettings({ DATA_DIR: dataDir });
  const context = {
    ...environment,
    command: '',
    out,
    report: () => undefined,
    confirm: async () => undefined,
  };
  const output = text(out);
  await run(['export', '--format', 'json', '--files', folder.path], context);
  out.end();
  const applications = JSON.parse(await output) as ApplicationRecord[];
  const read = async ({ name, path: place = '' }: ApplicationRecord['files'][number]) => ({
    name,
    content: await readFile(path.join(folder.path, place)),
  });
  return await Promise.all(
    applications.map(async ({ files, ...rest }) => ({ ...rest, files: await Promise.all(files.map(read)) })),
  );
}
