import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { assertAccess, sessionSecret } from './data-folder.ts';
import { temporaryFolder } from './testing/index.ts';

it('uses the configured session secret without storing it', async () => {
  const folder = await temporaryFolder();
  expect(sessionSecret('given', folder)).toBe('given');
  expect(readdirSync(folder)).toEqual([]);
});

it('generates the session secret only once in an owner-only file', async () => {
  const folder = await temporaryFolder();
  const secret = sessionSecret(undefined, folder);
  expect(secret).toMatch(/^[\w-]{43}$/u);
  expect(sessionSecret(undefined, folder)).toBe(secret);
  expect(readdirSync(folder)).toEqual(['session-secret']);
  expect(statSync(path.join(folder, 'session-secret')).mode & 0o077).toBe(0);
});

it.each(['', 'short'])('rejects the invalid stored session secret %j', async (stored) => {
  const folder = await temporaryFolder();
  writeFileSync(path.join(folder, 'session-secret'), stored);
  expect(() => sessionSecret(undefined, folder)).toThrow(/session-secret/u);
});

const NOBODY = 65_534;

/** Returns the error of `assertAccess` in a process that does not run as root. */
function accessErrorOf(dataDir: string): string {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(dataDir, NOBODY, NOBODY);
  const program = `import { assertAccess } from ${JSON.stringify(path.join(import.meta.dirname, 'data-folder.ts'))};
    assertAccess(${JSON.stringify(dataDir)});`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  return /^Error: (.*)/mu.exec(stderr)?.[1] ?? stderr;
}

it('names the database of root with its owner and the user of the process', async () => {
  const folder = await temporaryFolder();
  const database = path.join(folder, 'plinth.sqlite');
  // A file of root that others cannot read.
  symlinkSync('/etc/shadow', database);
  const error = accessErrorOf(folder);
  const [, user] = /this process runs as (\S+)\./u.exec(error) ?? [];
  expect(error).toBe(
    `DATA_DIR: ${database} belongs to root, this process runs as ${user}. Run as root: chown -R ${user} ${folder}`,
  );
});

it('names a data folder whose mode closes it to its owner', async () => {
  const folder = await temporaryFolder();
  chmodSync(folder, 0o500);
  expect(accessErrorOf(folder)).toMatch(/ belongs to \S+, but its mode is 500\. Run chmod u\+rwX /u);
});

it('accepts a usable data folder', async () => expect(assertAccess(await temporaryFolder())).toBeUndefined());
