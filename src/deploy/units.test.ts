import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../applications/store/testing/index.ts';

it('the backup unit removes all but the newest 14 backups', async () => {
  const unit = await readFile(path.join(import.meta.dirname, 'plinth-backup.service'), 'utf8');
  const command = /^ExecStopPost=\/bin\/sh -c '(.*)'$/mu.exec(unit)?.[1] ?? '';
  const folder = await temporaryFolder();
  const names = Array.from({ length: 16 }, (_, day) => `2026-11-${10 + day}-0130`);
  for (const name of names) await mkdir(path.join(folder, 'plinth-backups', name), { recursive: true });
  await promisify(execFile)('/bin/sh', ['-c', command.replaceAll('%S', folder)]);
  expect((await readdir(path.join(folder, 'plinth-backups'))).sort()).toEqual(names.slice(2));
});
