import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sessionSecret } from './data-folder.ts';
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
