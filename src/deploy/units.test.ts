import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../applications/store/testing/index.ts';
import { readStoreSettings } from '../cli/store-location.ts';
import { environmentWith } from '../config/environment.ts';

const run = promisify(execFile);

it('the backup unit removes all but the newest 14 backups', async () => {
  const unit = await readFile(path.join(import.meta.dirname, 'plinth-backup.service'), 'utf8');
  const command = /^ExecStopPost=\/bin\/sh -c '(.*)'$/mu.exec(unit)?.[1] ?? '';
  const folder = await temporaryFolder();
  const names = Array.from({ length: 16 }, (_, day) => `2026-11-${10 + day}-0130`);
  for (const name of names) await mkdir(path.join(folder, 'plinth-backups', name), { recursive: true });
  await run('/bin/sh', ['-c', command.replaceAll('%S', folder)]);
  expect((await readdir(path.join(folder, 'plinth-backups'))).sort()).toEqual(names.slice(2));
});

const ME = userInfo().username;
/** The account that runs the command. Only root can change to another one. */
const SITE_USER = ME === 'root' ? 'nobody' : ME;

/** Installs `plinth` for a site whose Node prints its user, environment and arguments. */
async function installPlinth(user: string, settings = '') {
  const folder = await temporaryFolder();
  const node = path.join(folder, 'node_modules/.bin/node');
  await mkdir(path.dirname(node), { recursive: true });
  await writeFile(node, '#!/bin/sh\nid -un\npwd\nenv\necho "$@"\n', { mode: 0o755 });
  const program = path.join(folder, 'plinth');
  const environmentFile = path.join(folder, 'plinth.env');
  await writeFile(environmentFile, settings);
  const script = (await readFile(path.join(import.meta.dirname, 'plinth'), 'utf8'))
    .replace('user=plinth', `user=${user}`)
    .replace('site=/srv/plinth', `site=${folder}`)
    .replace('settings=/etc/plinth.env', `settings=${environmentFile}`);
  await writeFile(program, script, { mode: 0o755 });
  await chmod(folder, 0o755);
  return { folder, program, environmentFile };
}

it("plinth runs in the site's folder, as its user, with its settings only, and with paths of the caller", async () => {
  const settings = 'NODE_EXTRA_CA_CERTS=/etc/ssl/old.pem\nNODE_EXTRA_CA_CERTS="/etc/ssl/our ca.pem"\n';
  const { folder, program, environmentFile } = await installPlinth(SITE_USER, settings);
  const env = environmentWith({}, { DATA_DIR: '/elsewhere', NODE_EXTRA_CA_CERTS: '/etc/ssl/mine.pem' });
  const { stdout } = await run(program, ['backup', './a b'], { cwd: '/usr', env });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.slice(0, 2)).toEqual([SITE_USER, folder]);
  expect(lines).toContain('NODE_EXTRA_CA_CERTS=/etc/ssl/our ca.pem');
  expect(lines.at(-1)).toBe(`src/cli/plinth.js --env-file ${environmentFile} backup ./a b`);
  const passed = Object.fromEntries(lines.map((line) => line.split(/=(.*)/su).slice(0, 2)));
  expect(readStoreSettings(passed)).toMatchObject({
    workingDir: '/usr',
    location: { dataDir: path.resolve('data') },
  });
});

it.each([
  ['another user', () => installPlinth('daemon'), /run this command as root or daemon: sudo plinth/u],
  ['a missing user', () => installPlinth('no-such-user'), /the user no-such-user does not exist/u],
  [
    'a missing release',
    async () => {
      const installed = await installPlinth(SITE_USER);
      await rm(path.join(installed.folder, 'node_modules'), { recursive: true });
      return installed;
    },
    /has no installed release/u,
  ],
])('plinth says what to do about %s', async (_name, install, message) => {
  const { program } = await install();
  const become = ME === 'root' ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'] : [];
  const [command = '', ...rest] = [...become, program, 'doctor'];
  await expect(run(command, rest)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
});
