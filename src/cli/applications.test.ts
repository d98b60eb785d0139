import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as esbuild from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { environmentWith } from '../config/environment.ts';
import { fields } from '../form/rules/fields.ts';
import { DAY_MS } from '../lib/days.ts';
import type { Store } from '../store/index.ts';
import { NOW, temporaryFolder, testStore, values } from '../store/testing/index.ts';
import { run } from './applications/run-command.ts';
import { readCsv } from './applications/testing/read-csv.ts';
import { filesIn, send } from './applications/testing/sent.ts';

const root = path.resolve(import.meta.dirname, '../..');
const COMMAND = path.join(import.meta.dirname, 'applications.ts');

type Started = { dataDir: string; cwd?: string; settings?: Record<string, string> };
type Result = { status: number | null; stdout: string; stderr: string };

function start(program: string, args: string[], { dataDir, cwd = root, settings = {} }: Started) {
  const env = environmentWith({}, { DATA_DIR: dataDir, ...settings });
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function result(child: ReturnType<typeof start>): Promise<Result> {
  const said = [readAll(child.stdout), readAll(child.stderr)] as const;
  const [status] = (await once(child, 'close')) as [number | null];
  const [stdout, stderr] = await Promise.all(said);
  return { status, stdout, stderr };
}

/** Reads a stream until it ends or is closed. */
const readAll = async (stream: Readable): Promise<string> =>
  stream.destroyed ? '' : (await buffer(stream)).toString();

/** Runs the command in this process, which is faster. */
async function applications(dataDir: string, line: string[]): Promise<Result> {
  const out = new PassThrough();
  const stdout = buffer(out);
  let stderr = '';
  const report = (message: string): void => {
    stderr += `${message}\n`;
  };
  const status = await run(line, { place: { dataDir }, workingDir: root, out, report });
  out.end();
  return { status, stdout: (await stdout).toString(), stderr };
}

/** Data folder whose store is open, as while the site runs. */
async function site(): Promise<{ dataDir: string; store: Store }> {
  const dataDir = await temporaryFolder();
  return { dataDir, store: await testStore(dataDir) };
}

describe('npm run -s applications', () => {
  it('names a missing S3 setting', async () => {
    const { dataDir } = await site();
    const settings = { S3_BUCKET: 'files', S3_REGION: 'cn-north-1', S3_ACCESS_KEY_ID: 'key' };
    expect(await result(start(process.execPath, [COMMAND, 'list'], { dataDir, settings }))).toEqual({
      status: 1,
      stdout: '',
      stderr: 'The settings are wrong:\n  S3_SECRET_ACCESS_KEY is required with S3_BUCKET\n',
    });
  });

  it('exports to the folder where npm was called', async () => {
    const { dataDir, store } = await site();
    const { reference } = await send(store, { files: [{ name: '计划书.pdf', content: 'abc' }] });
    const cwd = await temporaryFolder();
    const line = ['--prefix', root, 'run', '-s', 'applications', '--', 'export', '--format', 'json'];
    const done = await result(start('npm', [...line, '--files', 'out'], { dataDir, cwd }));
    expect(done).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(done.stdout)).toMatchObject([{ reference, ...values }]);
    expect(await filesIn(cwd)).toEqual({ [`out/${reference}/计划书.pdf`]: 'abc' });
  });
});

describe('the applications command', () => {
  it('sets the exit status of the process', async () => {
    const { status, stderr } = await result(
      start(process.execPath, [COMMAND, 'export'], { dataDir: '/nowhere' }),
    );
    expect(status).toBe(2);
    expect(stderr).toContain('Usage: npm run -s applications');
  });

  it('prints applications in every format', async () => {
    const { dataDir, store } = await site();
    const names = ['计划书.pdf', 'خطة العمل.pdf', '🚀.pdf', '计划书.pdf'];
    const files = names.map((name, index) => ({ name, content: `${index}` }));
    const { reference } = await send(store, { files });

    const list = await applications(dataDir, ['list']);
    expect(list).toMatchObject({ status: 0, stderr: '' });
    expect(list.stdout).toContain(`${reference}  2026-11-21 12:00`);

    const show = await applications(dataDir, ['show', reference.toLowerCase()]);
    expect(show).toMatchObject({ status: 0, stderr: '' });
    for (const text of [...names, values.contactPerson]) expect(show.stdout).toContain(text);

    const json = await applications(dataDir, ['export', '--format', 'json']);
    expect(json).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(json.stdout)).toMatchObject([{ ...values, files: names.map((name) => ({ name })) }]);

    const out = await temporaryFolder();
    const csv = await applications(dataDir, ['export', '--format=csv', '--files', out]);
    expect(csv).toMatchObject({ status: 0, stderr: '' });
    expect(readCsv(csv.stdout.slice(1))[1]?.slice(-3)).toEqual([
      names.join('\n'),
      names.map(() => 'unscanned').join('\n'),
      names.map((name, index) => `${reference}/${index === 3 ? '计划书 (2).pdf' : name}`).join('\n'),
    ]);
    expect(Object.values(await filesIn(out)).sort()).toEqual(['0', '1', '2', '3']);
  });

  it('exports valid formats of an empty store', async () => {
    const { dataDir } = await site();
    expect(await applications(dataDir, ['list'])).toEqual({
      status: 0,
      stdout: '',
      stderr: 'No applications yet.\n',
    });
    expect(await applications(dataDir, ['export', '--format', 'json'])).toEqual({
      status: 0,
      stdout: '[]\n',
      stderr: '',
    });
    const { stdout } = await applications(dataDir, ['export', '--format', 'csv']);
    expect(readCsv(stdout.slice(1))).toHaveLength(1);
  });

  it('exports applications since a day or time', async () => {
    const { dataDir, store } = await site();
    const sent: string[] = [];
    for (const now of [NOW, NOW + DAY_MS]) sent.push((await send(store, { now })).reference);
    const since = async (text: string) => {
      const { stdout } = await applications(dataDir, ['export', '--format', 'json', '--since', text]);
      return (JSON.parse(stdout) as { reference: string }[]).map(({ reference }) => reference);
    };
    expect(await since('2026-11-21')).toEqual(sent);
    expect(await since('2026-11-21T12:01')).toEqual(sent.slice(1));
    expect(await since('2026-11-23')).toEqual([]);
  });

  it.each([['list'], ['show', 'A'], ['export', '--format', 'json']])(
    'fails without a data folder and creates none: %s',
    async (...line) => {
      const folder = await temporaryFolder();
      const dataDir = path.join(folder, 'data');
      expect(await applications(dataDir, line)).toEqual({
        status: 1,
        stdout: '',
        stderr: `no applications: ${dataDir} does not exist\n`,
      });
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('names an unknown reference', async () => {
    const { dataDir } = await site();
    expect(await applications(dataDir, ['show', 'A-2026-222222'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'no application has the reference number A-2026-222222\n',
    });
  });

  it.each([[''], ['lst'], ['export'], ['export', '--format', 'xml'], ['list', '--all']])(
    'prints its usage after wrong arguments: %s',
    async (...line) => {
      const { status, stdout, stderr } = await applications('/nowhere', line.filter(Boolean));
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain('Usage: npm run -s applications');
    },
  );

  it('prints its usage on standard output with --help', async () => {
    const { status, stdout, stderr } = await applications('/nowhere', ['--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const word of [
      'list',
      'show',
      'export',
      'backup',
      'restore',
      'purge',
      '--format',
      '--with-infected',
    ]) {
      expect(stdout).toContain(word);
    }
  });

  it('exits with 1 after a missing file and exports the rest', async () => {
    const { dataDir, store } = await site();
    const lost = await send(store, { files: [{ name: '计划书.pdf', content: 'a' }] });
    const kept = await send(store, { now: NOW + 1 });
    await store.uploads.remove(lost.storedNames[0] ?? '');
    const out = await temporaryFolder();
    const done = await applications(dataDir, ['export', '--format', 'json', '--files', out]);
    expect(done).toMatchObject({
      status: 1,
      stderr: `${lost.reference}: 计划书.pdf: the stored file is missing\n`,
    });
    expect(JSON.parse(done.stdout)).toHaveLength(2);
    expect(await filesIn(out)).toEqual({ [`${kept.reference}/plan.pdf`]: 'abc' });
  });
});

describe('backup, purge and restore', () => {
  it('work while the site runs', async () => {
    const { dataDir, store } = await site();
    const { reference } = await send(store, { now: Date.UTC(2020, 0, 1) });
    const folder = path.join(await temporaryFolder(), 'copy');
    expect(await applications(dataDir, ['backup', folder])).toMatchObject({ status: 0, stderr: '' });

    const purged = await applications(dataDir, ['--purge', '--older-than', '2020-01-02']);
    expect(purged).toEqual({
      status: 0,
      stdout: `${reference}\n`,
      stderr: 'Removed 1 applications with 1 files, sent before 2020-01-02 00:00 (Asia/Shanghai).\n',
    });
    expect(await store.applications.list()).toEqual([]);

    const other = path.join(await temporaryFolder(), 'data');
    expect(await applications(other, ['restore', folder])).toMatchObject({ status: 0, stderr: '' });
    expect((await (await testStore(other)).applications.get(reference))?.files).toHaveLength(1);
  });

  it('exit with 1 if the backup lacks a file of an application', async () => {
    const { dataDir, store } = await site();
    const { reference, storedNames } = await send(store);
    await store.uploads.remove(storedNames[0] ?? '');
    const folder = path.join(await temporaryFolder(), 'copy');
    const { status, stderr } = await applications(dataDir, ['backup', folder]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `${reference}: plan.pdf: the stored file is missing\n`,
    });
    expect(await readdir(folder)).toContain('manifest.json');
  });
});

describe('an export while the site runs', () => {
  it('contains all earlier applications, and the site continues to write', async () => {
    const { dataDir, store } = await site();
    for (let count = 0; count < 150; count += 1) await send(store, { now: NOW + count });
    const out = await temporaryFolder();
    const child = start(process.execPath, [COMMAND, 'export', '--format', 'json', '--files', out], {
      dataDir,
    });
    const exported = result(child);
    let written = 0;
    while (child.exitCode === null) {
      await send(store, { now: NOW + 1000 + written });
      written += 1;
    }
    const { status, stdout, stderr } = await exported;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const references = (JSON.parse(stdout) as { reference: string }[]).map(({ reference }) => reference);
    expect(new Set(references).size).toBe(references.length);
    const all = (await store.applications.list()).map(({ reference }) => reference);
    expect(all).toHaveLength(150 + written);
    expect(references).toEqual(all.slice(0, references.length));
    expect(references.length).toBeGreaterThanOrEqual(150);
    expect(Object.keys(await filesIn(out))).toHaveLength(references.length);
    expect(written).toBeGreaterThan(0);
  });
});

describe('the applications command with a closed output', () => {
  const big = { companyDescription: '远'.repeat(fields.companyDescription.max) };

  it.each([
    ['list', ['list']],
    ['export', ['export', '--format', 'csv']],
  ])('ends %s quietly', async (_name, line) => {
    const { dataDir, store } = await site();
    for (let count = 0; count < 100; count += 1) await send(store, { now: NOW + count, fields: big });
    const child = start(process.execPath, [COMMAND, ...line], { dataDir });
    child.stdout?.destroy();
    const { status, stderr } = await result(child);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('the sources of the applications command', () => {
  it('import no .tsx and only dependencies of the site', async () => {
    const { metafile } = await esbuild.build({
      entryPoints: [COMMAND],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'silent',
    });
    const inputs = Object.values(metafile.inputs);
    expect(Object.keys(metafile.inputs).filter((name) => !/\.(?:ts|json)$/u.test(name))).toEqual([]);
    const packages = inputs
      .flatMap(({ imports }) => imports.filter(({ external }) => external).map((one) => one.path))
      .filter((name) => !name.startsWith('node:'))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/u.exec(name)?.[0] ?? '');
    const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(packages.length).toBeGreaterThan(0);
    expect(packages.filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
  });
});
