import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkBuild } from '../../src/cli/doctor/local.ts';
import { readyDraft, temporaryFolder, testStore, values } from '../../src/store/testing/index.ts';
import { type FakeClamd, startFakeClamd } from '../support/fake-clamd.ts';
import { fakeS3ForFile } from '../support/fake-s3-for-file.ts';
import { doctor, linesOf, root } from './support.ts';

/** Settings with a fault: what needs them is left out, and with it the backend. */
const QUICK = { API_BASE_URL: 'http://127.0.0.1:1' };

const fakeS3 = fakeS3ForFile();

async function storeOf() {
  const dataDir = await temporaryFolder();
  const store = await testStore(dataDir);
  const draft = await readyDraft(store);
  await store.applications.submit(draft.id, draft.submitKey, values);
  return { dataDir, store, storedName: draft.storedName, file: path.join(dataDir, 'plinth.sqlite') };
}

describe('the settings', () => {
  it('have all their faults told, and what does not need them is looked at', async () => {
    const SESSION_SECRET = 'a secret of all machines';
    const told = await doctor({ PORT: 'x', TRUST_PROXY: '-1', DATABASE_URL: 'x', SESSION_SECRET });
    expect(told.status).toBe(1);
    expect(told.lines.filter((line) => line.startsWith('fault    settings'))).toHaveLength(3);
    expect(linesOf(told, 'Node')[0]).toMatch(/^ok/u);
    expect(told.out).not.toContain('backend');
  });

  it('in production are looked at more closely', async () => {
    const { out } = await doctor({ ...QUICK, NODE_ENV: 'production', SITE_URL: 'http://www.group.example' });
    expect(out).toMatch(/warning +settings +SITE_URL is http/u);
    expect(out).toMatch(/warning +settings +TRUST_PROXY is 0/u);
    expect(out).toMatch(/warning +settings +FORWARD_URL and SMTP_URL are not set/u);
    const better = await doctor({
      ...QUICK,
      NODE_ENV: 'production',
      SITE_URL: 'https://www.group.example',
      TRUST_PROXY: '1',
      METRICS_TOKEN: 'x',
      CLAMD_URL: 'tcp://127.0.0.1:1',
      FORWARD_URL: 'http://127.0.0.1:1/',
    });
    expect(better.out).not.toMatch(/warning +settings/u);
    expect(linesOf(better, 'virus scan')[0]).toMatch(/^fault virus scan .*unreachable/u);
  });
});

describe('CONTENT_DIR', () => {
  it('has every file named that cannot be read', async () => {
    const CONTENT_DIR = await temporaryFolder();
    await mkdir(path.join(CONTENT_DIR, 'zh', 'common'), { recursive: true });
    await writeFile(
      path.join(CONTENT_DIR, 'zh', 'common', 'gbk.json'),
      Buffer.from([0x22, 0xb9, 0xab, 0x22]),
    );
    await writeFile(path.join(CONTENT_DIR, 'zh', 'menu.json'), '[{');
    await writeFile(path.join(CONTENT_DIR, 'zh', 'events.json'), '[]');
    const told = await doctor({ CONTENT_DIR });
    expect(told.status).toBe(1);
    const [first = '', ...files] = linesOf(told, 'CONTENT_DIR');
    expect(first).toBe('fault CONTENT_DIR 2 files cannot be read:');
    expect(files.sort()).toEqual([
      'zh/common/gbk.json, line 1: not UTF-8. Save the file as UTF-8.',
      expect.stringMatching(/^zh\/menu\.json: .*line 1/u),
    ]);
  });
});

describe('the store', () => {
  it('is looked at while the site has it open, and nothing in it changes', async () => {
    const { dataDir } = await storeOf();
    const before = await readdir(dataDir);
    const told = await doctor({ ...QUICK, DATA_DIR: dataDir });
    expect(linesOf(told, 'store')[0]).toBe('ok store 1 applications, 0 open drafts; whole, can be written');
    expect(linesOf(told, 'DATA_DIR')[0]).toMatch(/^ok/u);
    expect(linesOf(told, 'disk')[0]).toMatch(/\d+ MB free$/u);
    expect(await readdir(dataDir)).toEqual(before);
  });

  it('whose file of an application is gone has a fault', async () => {
    const { dataDir, storedName } = await storeOf();
    await rm(path.join(dataDir, 'uploads', storedName));
    const told = await doctor({ ...QUICK, DATA_DIR: dataDir });
    expect(linesOf(told, 'store').join()).toMatch(new RegExp(`^fault .*missing: ${storedName}`, 'u'));
  });

  it('whose files lie in S3 is looked for there', async () => {
    const dataDir = await temporaryFolder();
    const s3 = fakeS3().settings('site/');
    const store = await testStore(dataDir, s3);
    const draft = await readyDraft(store);
    await store.applications.submit(draft.id, draft.submitKey, values);
    const environment = {
      ...QUICK,
      DATA_DIR: dataDir,
      SESSION_SECRET: 'a secret of the tests only',
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.endpoint ?? '',
      S3_PREFIX: s3.prefix,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    const told = await doctor(environment);
    expect(linesOf(told, 'store')[0]).toMatch(/^ok store 1 applications/u);
    expect(linesOf(told, 'S3')[0]).toMatch(/^ok S3 plinth-test: write/u);
    await store.uploads.remove(draft.storedName);
    expect(linesOf(await doctor(environment), 'store').join()).toContain(`missing: ${draft.storedName}`);
    fakeS3().behave((_request, response) => void response.writeHead(403).end());
    const away = await doctor(environment);
    expect(linesOf(away, 'store')[0]).toMatch(/^ok store 1 applications/u);
    expect(linesOf(away, 'S3')[0]).toMatch(/^fault S3 S3_ENDPOINT/u);
  });

  it('of a newer version has a fault', async () => {
    const { dataDir, file, store } = await storeOf();
    await store.close();
    const database = new DatabaseSync(file);
    database.exec("insert into kysely_migration values ('999-later', '2031')");
    database.close();
    const told = await doctor({ ...QUICK, DATA_DIR: dataDir });
    expect(linesOf(told, 'store').join()).toMatch(/^fault .*newer version: 999-later/u);
  });

  it('that is damaged has a fault', async () => {
    const dataDir = await temporaryFolder();
    await writeFile(path.join(dataDir, 'plinth.sqlite'), 'no database at all'.repeat(100), { mode: 0o600 });
    const told = await doctor({ ...QUICK, DATA_DIR: dataDir });
    expect(linesOf(told, 'store')[0]).toMatch(/^fault store file is not a database/u);
  });

  it('that others may read is worth a look', async () => {
    const { dataDir, file } = await storeOf();
    expect(linesOf(await doctor({ ...QUICK, DATA_DIR: dataDir }), 'permissions')[0]).toMatch(/^ok/u);
    await chmod(file, 0o644);
    const told = await doctor({ ...QUICK, DATA_DIR: dataDir });
    expect(linesOf(told, 'permissions')[0]).toMatch(/^warning .*plinth\.sqlite$/u);
    await chmod(file, 0o600);
    await mkdir(path.join(dataDir, 'media'), { mode: 0o700 });
    await chmod(path.join(dataDir, 'media'), 0o750);
    await chmod(dataDir, 0o755);
    const wider = await doctor({ ...QUICK, DATA_DIR: dataDir });
    expect(linesOf(wider, 'permissions')[0]).toMatch(
      new RegExp(`^warning .*: ${dataDir}, ${dataDir}/media$`, 'u'),
    );
  });

  it('that is not there is not made', async () => {
    const dataDir = path.join(await temporaryFolder(), 'later');
    expect(linesOf(await doctor({ ...QUICK, DATA_DIR: dataDir }), 'DATA_DIR')[0]).toMatch(/^warning/u);
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
    await mkdir(dataDir);
    expect(linesOf(await doctor({ ...QUICK, DATA_DIR: dataDir }), 'store')[0]).toMatch(/^warning/u);
  });
});

describe('the virus scanner', () => {
  const toldOf = async (behaviour?: Parameters<FakeClamd['behave']>[0]) => {
    const clamd = await startFakeClamd();
    onTestFinished(() => clamd.close());
    if (behaviour) clamd.behave(behaviour);
    return linesOf(await doctor({ ...QUICK, CLAMD_URL: clamd.url }), 'virus scan')[0];
  };

  it('is asked which it is, and whether it tells what it did not look at', async () => {
    expect(await toldOf()).toMatch(/^warning virus scan ClamAV .*AlertExceedsMax/u);
  });

  it('must take the largest file of the form', async () => {
    expect(await toldOf({ limit: 1000 })).toMatch(/^fault virus scan ClamAV .*not scanned/u);
  });

  it('must be there', async () => {
    const told = await doctor({ ...QUICK, CLAMD_URL: 'tcp://127.0.0.1:1' });
    expect(linesOf(told, 'virus scan')[0]).toBe('fault virus scan tcp://127.0.0.1:1: unreachable');
  });
});

describe('build and clock', () => {
  it('that lie apart are worth a look', () => {
    expect(checkBuild(path.join(root, 'dist'), Date.UTC(1999, 0, 1))).toMatchObject({
      level: 'warning',
      said: expect.stringContaining('1999-01-01'),
    });
  });

  it('without a build are a fault', async () => {
    expect(checkBuild(await temporaryFolder())).toMatchObject({
      level: 'fault',
      said: 'there is none: npm run build',
    });
  });
});

describe('the command', () => {
  it('explains itself', async () => {
    const { status, out } = await doctor({}, ['--help']);
    expect([status, out.split('\n')[0]]).toEqual([0, 'Usage: npm run -s doctor']);
  });

  it.each([['--fix'], ['now']])('takes no %s', async (argument) => {
    const { status, out, err } = await doctor({}, [argument]);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('Usage: npm run -s doctor');
  });

  it('aligns its table, whatever the letters', async () => {
    const { lines } = await doctor({ ...QUICK, PORT: '端口' });
    const rows = lines.filter((line) => /^(?:ok|warning|fault) /u.test(line));
    expect(rows.length).toBeGreaterThan(2);
    const starts = rows.map((line) => /^\S+ +(?:\S+ )*?\S+ {2,}/u.exec(line)?.[0].length);
    expect(new Set(starts).size).toBe(1);
  });
});
