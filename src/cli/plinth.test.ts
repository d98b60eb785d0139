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

/** Runs the command in a separate process. */
const run = (args: string[], settings: Record<string, string> = {}, hasReader = true, cwd = root) =>
  runProgram(process.execPath, [COMMAND, ...args], settings, hasReader, cwd);

async function runProgram(
  program: string,
  args: string[],
  settings: Record<string, string>,
  hasReader = true,
  cwd = root,
) {
  const env = environmentWith({}, settings);
  const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (!hasReader) child.stdout.destroy();
  const outputs = Promise.all([hasReader ? text(child.stdout) : '', text(child.stderr)]);
  const [status] = (await once(child, 'close')) as [number];
  const [stdout, stderr] = await outputs;
  return { status, stdout, stderr };
}

const locationLine = (dataDir: string): string =>
  `Database: ${dataDir}/plinth.sqlite. Files: ${dataDir}/uploads.\n`;

it("plinth runs with npx in a clone even if the system's Node is older", { tags: ['matrix'] }, async () => {
  const folders = (environmentWith({}, {}).PATH ?? '').split(path.delimiter);
  const PATH = folders.filter((folder) => !folder.includes('node_modules')).join(path.delimiter);
  const { status, stdout, stderr } = await runProgram('npx', ['plinth', '--help'], { PATH });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const name of ['start', 'doctor', 'applications', 'backup', 'restore', '--env-file'])
    expect(stdout).toContain(name);
});

it.each([[['bakcup', '/tmp/x'], 'there is no command bakcup']])(
  'plinth reports the invalid arguments %j in two lines',
  async (args, message) => {
    const { status, stdout, stderr } = await run(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.split('\n')).toEqual([message, expect.stringMatching(/^Usage: plinth .*--help$/u), '']);
  },
);

it.each(['start', 'backup'])('prints the usage of plinth %s for --help without running it', async (name) => {
  const { status, stdout, stderr } = await run([name, '--help']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: plinth COMMAND[\s\S]* start +runs/u);
});

it('plinth reports an unreadable environment file', async () => {
  const { status, stderr } = await runProgram(COMMAND, ['doctor', '--env-file', '/nothing'], {});
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^the environment file \/nothing cannot be read: ENOENT.*\nUsage: plinth --help\n$/u,
  );
});

it('plinth backup uses the settings of --env-file', async () => {
  const [dataDir, folder] = [await temporaryFolder(), await temporaryFolder()];
  await send(await testStore(dataDir));
  const file = path.join(folder, 'plinth.env');
  await writeFile(file, `# of the unit\n\nDATA_DIR="${dataDir}"\nMETRICS_TOKEN='a#b'\n`);
  const { status, stderr } = await run(['backup', path.join(folder, 'copy'), '--env-file', file]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: locationLine(dataDir) });
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
