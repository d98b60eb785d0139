import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  readyDraft,
  temporaryFolder,
  testStore,
  values,
} from '../../src/applications/store/testing/index.ts';
import { doctor, linesOf, QUICK, root } from './support.ts';

async function storeOf() {
  const dataDir = await temporaryFolder();
  const store = await testStore(dataDir);
  const draft = await readyDraft(store);
  await store.applications.submit(draft.id, draft.submitKey, values);
  return { dataDir, store, storedName: draft.storedName, file: path.join(dataDir, 'plinth.sqlite') };
}

describe('the doctor with settings', () => {
  it('the doctor reports all invalid settings', async () => {
    const SESSION_SECRET = 'a secret of all machines';
    const result = await doctor({ PORT: 'x', TRUST_PROXY: '-1', DATABASE_URL: 'x', SESSION_SECRET });
    expect(result.status).toBe(1);
    expect(result.lines.filter((line) => line.startsWith('error    settings'))).toHaveLength(3);
    expect(linesOf(result, 'build')[0]).toMatch(/^ok/u);
    expect(result.out).not.toContain('backend');
    expect(result.out).toMatch(/warning +the rest +not checked: .*\n\n\d ok, 1 warning, 3 errors\n$/u);
  });

  it('the doctor reports folders that prevent the site from starting', async () => {
    const file = path.join(root, 'package.json');
    const result = await doctor({ ...QUICK, CONTENT_DIR: file, DATA_DIR: path.join(file, 'data') });
    const errors = result.lines.filter((line) => line.startsWith('error    settings'));
    expect(errors.map((line) => line.replace(/^error +settings +/u, ''))).toEqual([
      `CONTENT_DIR is not a folder that can be read: ${file}`,
      `DATA_DIR cannot be created: ${file}/data`,
    ]);
  });

  it('the doctor warns more strictly in production', async () => {
    const { out } = await doctor({ ...QUICK, NODE_ENV: 'production', SITE_URL: 'http://www.group.example' });
    expect(out).toMatch(/warning +settings +SITE_URL is http/u);
    expect(out).toMatch(/warning +settings +TRUST_PROXY is 0/u);
    expect(out).toMatch(/warning +settings +FORWARD_URL and SMTP_URL are not set/u);
    const better = await doctor({
      ...QUICK,
      NODE_ENV: 'production',
      SITE_URL: 'https://www.group.example',
      TRUST_PROXY: '1',
      HOST: '127.0.0.1',
      METRICS_TOKEN: 'token-of-the-operators',
      CLAMD_URL: 'tcp://127.0.0.1:1',
      FORWARD_URL: 'http://127.0.0.1:1/',
    });
    expect(better.out).not.toMatch(/warning +settings/u);
    expect(linesOf(better, 'virus scan')[0]).toBe('error virus scan tcp://127.0.0.1:1: unreachable');
  });
});

describe('the doctor and the store', () => {
  it('the doctor checks the store of a running site without changing it', async () => {
    const { dataDir } = await storeOf();
    const before = await readdir(dataDir);
    const result = await doctor({ ...QUICK, DATA_DIR: dataDir });
    expect(linesOf(result, 'database')[0]).toBe('ok database 1 application; intact');
    expect(linesOf(result, 'DATA_DIR')[0]).toMatch(/^ok .*\d+ MB free$/u);
    expect(await readdir(dataDir)).toEqual(before);
  });

  it('the doctor reports a missing file of an application', async () => {
    const { dataDir, storedName } = await storeOf();
    await rm(path.join(dataDir, 'uploads', storedName));
    const result = await doctor({ ...QUICK, DATA_DIR: dataDir });
    expect(linesOf(result, 'database').join()).toMatch(new RegExp(`^error .*missing: .*${storedName}`, 'u'));
  });

  it('the doctor reports a damaged store', async () => {
    const dataDir = await temporaryFolder();
    await writeFile(path.join(dataDir, 'plinth.sqlite'), 'no database at all'.repeat(100), { mode: 0o600 });
    const result = await doctor({ ...QUICK, DATA_DIR: dataDir });
    expect(linesOf(result, 'database')[0]).toMatch(/^error database file is not a database/u);
  });

  it('the doctor does not create a missing store', async () => {
    const dataDir = path.join(await temporaryFolder(), 'later');
    expect(linesOf(await doctor({ ...QUICK, DATA_DIR: dataDir }), 'DATA_DIR')[0]).toMatch(/^warning/u);
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
    await mkdir(dataDir);
    expect(linesOf(await doctor({ ...QUICK, DATA_DIR: dataDir }), 'database')[0]).toMatch(/^warning/u);
  });
});

describe('plinth doctor', () => {
  it('plinth doctor --help prints its usage', async () => {
    const { status, out } = await doctor({}, ['--help']);
    expect([status, out.split('\n')[0]]).toEqual([0, 'Usage: plinth doctor [--outside] [--test-forward]']);
  });

  it.each([['--fix'], ['now']])('plinth doctor rejects the argument %s', async (argument) => {
    const { status, out, err } = await doctor({}, [argument]);
    expect([status, out]).toEqual([2, '']);
    expect(err).toMatch(/^.+\nUsage: plinth doctor --help\n$/u);
  });

  it('plinth doctor aligns its table in any script', async () => {
    const { lines } = await doctor({ ...QUICK, PORT: '端口' });
    const rows = lines.filter((line) => /^(?:ok|warning|error) /u.test(line));
    expect(rows.length).toBeGreaterThan(2);
    const starts = rows.map((line) => /^\S+ +(?:\S+ )*?\S+ {2,}/u.exec(line)?.[0].length);
    expect(new Set(starts).size).toBe(1);
  });
});
