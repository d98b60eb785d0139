/** @module-tag matrix */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../support/listen.ts';
import { killTree, treeOf } from '../support/processes.ts';
import { until } from '../support/until.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Copies the built project and disables its build, so that other tests keep their build. */
async function builtProject(): Promise<string> {
  const house = await mkdtemp(path.join(tmpdir(), 'plinth-npm-'));
  onTestFinished(() => rm(house, { recursive: true, force: true }));
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  manifest.scripts.build = 'node --version';
  await writeFile(path.join(house, 'package.json'), JSON.stringify(manifest));
  await cp(path.join(root, 'dist'), path.join(house, 'dist'), { recursive: true });
  for (const name of ['node_modules', 'src']) await symlink(path.join(root, name), path.join(house, name));
  return house;
}

it('npm start forwards SIGTERM to the site, which drains and exits with 0', async () => {
  const house = await builtProject();
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: house,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: '',
      HOST: '127.0.0.1',
      PORT: `${port}`,
      LOG_LEVEL: 'info',
    },
  });
  onTestFinished(() => killTree(npm.pid ?? 0));
  const ended = new Promise<number | null>((resolve) => npm.once('close', resolve));
  let output = '';
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await until('it listens', () => output.includes('"listening on '));
  // npm starts the site without a shell in between.
  expect(treeOf(npm.pid ?? 0)).toHaveLength(2);
  const tree = treeOf(npm.pid ?? 0);
  process.kill(npm.pid ?? 0, 'SIGTERM');
  expect(await ended).toBe(0);
  expect(output).toContain('"msg":"draining"');
  expect(tree.filter(isAlive)).toEqual([]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
