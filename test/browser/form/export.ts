import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { ApplicationRecord } from '../../../src/applications/deliveries/forward/application-record.ts';
import { runCommand } from '../../../src/cli/applications/run-command.ts';
import { readStoreSettings } from '../../../src/cli/store-location.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Exports the applications of the demo site and returns the one with a reference, with the contents of its files. */
export async function exported(reference: string) {
  await using folder = await temporaryFolder('export');
  const out = new PassThrough();
  const environment = readStoreSettings({ DATA_DIR: inject('demoDataDir') });
  const context = {
    ...environment,
    command: '',
    out,
    report: () => undefined,
    confirm: async () => undefined,
  };
  const output = text(out);
  await runCommand(['export', '--format', 'json', '--files', folder.path], context);
  out.end();
  const applications = JSON.parse(await output) as ApplicationRecord[];
  const read = async ({ name, path: copy = '' }: ApplicationRecord['files'][number]) => ({
    name,
    content: await readFile(path.join(folder.path, copy)),
  });
  const application = applications.find((one) => one.reference === reference);
  return application && { ...application, files: await Promise.all(application.files.map(read)) };
}
