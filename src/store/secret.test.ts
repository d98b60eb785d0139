import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sessionSecret } from './secret.ts';

describe('session secret', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'plinth-secret-'));
  });

  it('is the configured one, which is not stored', () => {
    expect(sessionSecret('given', folder)).toBe('given');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is generated once in an owner-only file', () => {
    const made = sessionSecret(undefined, folder);
    expect(made).toMatch(/^[\w-]{43}$/u);
    expect(sessionSecret(undefined, folder)).toBe(made);
    expect(readdirSync(folder)).toEqual(['session-secret']);
    expect(statSync(path.join(folder, 'session-secret')).mode & 0o077).toBe(0);
  });

  it.each(['', 'short'])('rejects the stored secret %j and names the file', (kept) => {
    writeFileSync(path.join(folder, 'session-secret'), kept);
    expect(() => sessionSecret(undefined, folder)).toThrow(/session-secret/u);
  });
});
