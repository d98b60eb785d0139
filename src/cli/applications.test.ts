import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import * as esbuild from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { environmentWith } from '../config/environment.ts';
import { temporaryFolder, testStore } from '../store/testing/index.ts';
import { filesIn, send } from './applications/testing/sent.ts';

const root = path.resolve(import.meta.dirname, '../..');
const COMMAND = path.join(import.meta.dirname, 'applications.ts');

/** Runs the command in a process. */
async function run(args: string[], settings: Record<string, string>, hasReader = true) {
  const env = environmentWith({}, settings);
  const child = spawn(process.execPath, [COMMAND, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (!hasReader) child.stdout.destroy();
  const outputs = Promise.all([hasReader ? text(child.stdout) : '', text(child.stderr)]);
  const [status] = (await once(child, 'close')) as [number];
  const [stdout, stderr] = await outputs;
  return { status, stdout, stderr };
}

it('exports applications to the folder where npm was called', async () => {
  const [dataDir, folder] = [await temporaryFolder(), await temporaryFolder()];
  const { reference } = await send(await testStore(dataDir), {
    files: [{ name: '计划书.pdf', content: 'abc' }],
  });
  const settings = { DATA_DIR: dataDir, npm_lifecycle_event: 'applications', INIT_CWD: folder };
  const done = await run(['export', '--format', 'json', '--files', 'out'], settings);
  expect(done).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(done.stdout)).toMatchObject([{ reference }]);
  expect(await filesIn(folder)).toEqual({ [`out/${reference}/计划书.pdf`]: 'abc' });
});

it('ends the applications command quietly if its reader has closed the output', async () => {
  const dataDir = await temporaryFolder();
  await send(await testStore(dataDir));
  expect(await run(['list'], { DATA_DIR: dataDir }, false)).toMatchObject({ status: 0, stderr: '' });
});

it('names a missing S3 setting before the applications command runs', async () => {
  const s3 = { S3_BUCKET: 'files', S3_REGION: 'cn-north-1', S3_ACCESS_KEY_ID: 'key' };
  expect(await run(['list'], { DATA_DIR: '/nowhere', ...s3 })).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The settings are wrong:\n  S3_SECRET_ACCESS_KEY is required with S3_BUCKET\n',
  });
});

it('imports no .tsx and only dependencies of the site into the applications command', async () => {
  const { metafile } = await esbuild.build({
    entryPoints: [COMMAND],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  expect(Object.keys(metafile.inputs).filter((name) => !/\.(?:ts|json)$/u.test(name))).toEqual([]);
  const packages = imports
    .filter((one) => one.external && !one.path.startsWith('node:'))
    .map((one) => /^(?:@[^/]+\/)?[^/]+/u.exec(one.path)?.[0] ?? '');
  const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(packages));
});
