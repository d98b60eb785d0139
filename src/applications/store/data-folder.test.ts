import { chmodSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { assertAccess, sessionSecret } from './data-folder.ts';
import type { DatabaseLocation } from './engine/migrate.ts';
import { errorWithoutRoot, temporaryFolder } from './testing/index.ts';

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

const accessErrorOf = (location: DatabaseLocation): string =>
  errorWithoutRoot(path.join(import.meta.dirname, 'data-folder.ts'), 'assertAccess', location);

it('names the database of root with its owner and the user of the process', async () => {
  const folder = await temporaryFolder();
  const database = path.join(folder, 'plinth.sqlite');
  // A file of root that others cannot read.
  symlinkSync('/etc/shadow', database);
  const error = accessErrorOf({ dataDir: folder });
  const [, user] = /this process runs as (\S+)\./u.exec(error) ?? [];
  expect(error).toBe(
    `DATA_DIR: ${database} belongs to root, this process runs as ${user}. Run as root: chown -R ${user} ${folder}`,
  );
});

it('names a data folder whose mode closes it to its owner', async () => {
  const folder = await temporaryFolder();
  chmodSync(folder, 0o500);
  expect(accessErrorOf({ dataDir: folder })).toMatch(
    / belongs to \S+, but its mode is 500\. Run chmod u\+rwX /u,
  );
});

it('ignores files of SQLite on a site over PostgreSQL', async () => {
  const location = { dataDir: await temporaryFolder(), databaseUrl: 'postgres://db.example.com/plinth' };
  symlinkSync('/etc/shadow', path.join(location.dataDir, 'session-secret'));
  expect(accessErrorOf(location)).toBe('');
  symlinkSync('/etc/shadow', path.join(location.dataDir, 'uploads'));
  expect(accessErrorOf(location)).toMatch(/uploads belongs to root, /u);
});

it('accepts a usable data folder', async () =>
  expect(assertAccess({ dataDir: await temporaryFolder() })).toBeUndefined());
