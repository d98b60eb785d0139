/** @module-tag slow */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import * as esbuild from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder, testStore } from '../applications/store/testing/index.ts';
import { environmentWith } from '../config/environment.ts';
import { send } from './applications/testing/sent.ts';

const root = path.resolve(import.meta.dirname, '../..');
const COMMAND = path.join(import.meta.dirname, 'plinth.ts');

/** Runs a program in a separate process. */
async function run(program: string, args: string[], settings: Record<string, string> = {}) {
  const env = environmentWith({}, settings);
  const child = spawn(program, args, { env, cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = (await once(child, 'close')) as [number];
  const [stdout, stderr] = await outputs;
  return { status, stdout, stderr };
}

it("plinth runs with npx in a clone even if the system's Node is older", { tags: ['matrix'] }, async () => {
  const folders = (environmentWith({}, {}).PATH ?? '').split(path.delimiter);
  const PATH = folders.filter((folder) => !folder.includes('node_modules')).join(path.delimiter);
  const { status, stdout, stderr } = await run('npx', ['plinth', '--help'], { PATH });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const name of ['start', 'doctor', 'contract', 'applications', 'backup', 'restore', '--env-file'])
    expect(stdout).toContain(name);
});

it('plinth reports an unknown command in two lines', async () => {
  const { status, stdout, stderr } = await run(process.execPath, [COMMAND, 'bakcup', '/tmp/x']);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^there is no command bakcup\nUsage: plinth .*--help\n$/u);
});

it('plinth contract prints an OpenAPI document without settings', async () => {
  const { status, stdout, stderr } = await run(process.execPath, [COMMAND, 'contract']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0' });
});

it.each([
  [['doctor', '--backend'], 'name the URL of the backend: doctor --backend URL'],
  [['doctor', 'http://127.0.0.1:1'], 'doctor takes no http://127.0.0.1:1'],
  [['doctor', '--backend', '--outside', 'http://127.0.0.1:1'], '--backend takes no other option'],
  [['doctor', '--backend', '--test-forward', 'http://127.0.0.1:1'], '--backend takes no other option'],
  [['contract', 'x'], 'contract takes no x'],
])('plinth rejects the arguments %j', async (args, message) => {
  const { status, stderr } = await run(process.execPath, [COMMAND, ...args], { API_BASE_URL: '' });
  expect({ status, message: stderr.split('\n')[0] }).toEqual({ status: 2, message });
});

it.each(['start', 'backup'])('prints the usage of plinth %s for --help without running it', async (name) => {
  const { status, stdout, stderr } = await run(process.execPath, [COMMAND, name, '--help']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: plinth COMMAND[\s\S]* start +runs/u);
});

it('plinth backup uses the settings from --env-file', async () => {
  const [dataDir, folder] = [await temporaryFolder(), await temporaryFolder()];
  await send(await testStore(dataDir));
  const file = path.join(folder, 'plinth.env');
  await writeFile(file, `# of the unit\n\nDATA_DIR="${dataDir}"\nMETRICS_TOKEN='a#b'\n`);
  const { status, stderr } = await run(process.execPath, [
    COMMAND,
    'backup',
    path.join(folder, 'copy'),
    '--env-file',
    file,
  ]);
  const location = `Database: ${dataDir}/plinth.sqlite. Files: ${dataDir}/uploads.\n`;
  expect({ status, stderr }).toEqual({ status: 0, stderr: location });
});

it('the command imports only production dependencies', async () => {
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
