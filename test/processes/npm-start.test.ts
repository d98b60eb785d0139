/** @module-tag matrix */
import { spawn } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../../src/build/paths.ts';
import { freePort } from '../support/listen.ts';
import { commandOf, killTree, treeOf } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

it('npm start forwards SIGTERM to the site, which drains and exits with 0', async () => {
  // Copies the built project and disables its build, so that other tests keep their build.
  await using clone = await temporaryFolder('npm');
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  manifest.scripts.build = 'node --version';
  await writeFile(path.join(clone.path, 'package.json'), JSON.stringify(manifest));
  for (const name of ['dist', 'node_modules', 'src'])
    await symlink(path.join(root, name), path.join(clone.path, name));
  const own = { NODE_ENV: '', HOST: '127.0.0.1', PORT: `${await freePort()}`, LOG_LEVEL: 'info' };
  const npm = spawn('npm', ['start'], {
    cwd: clone.path,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...own },
  });
  const pid = npm.pid ?? 0;
  onTestFinished(() => killTree(pid));
  const ended = new Promise<number | null>((resolve) => npm.once('close', resolve));
  let output = '';
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await until('it listens', () => output.includes('"listening on '));
  // npm starts the site without a shell in between.
  const tree = treeOf(pid);
  expect(tree).toHaveLength(2);
  process.kill(pid, 'SIGTERM');
  expect(await ended).toBe(0);
  expect(output).toContain('"msg":"draining"');
  expect(tree.map(commandOf).filter(Boolean)).toEqual([]);
});
