/** @module-tag slow */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBuiltAssets } from '../http/response-cache/built-assets.ts';
import { build } from './build.ts';
import { root } from './places.ts';

const DAY_MS = 86_400_000;

let folders: string[] = [];
const [first, second] = [() => folders[0] ?? '', () => folders[1] ?? ''];
const readBuildInfo = async (dist: string) =>
  JSON.parse(await readFile(path.join(dist, 'build.json'), 'utf8')) as { id: string; commit?: string };
const listAssets = (dist: string) => readdir(path.join(dist, 'assets'));

/** Writes files of earlier builds. */
async function writeEarlierBuild(dist: string): Promise<void> {
  await mkdir(path.join(dist, 'assets'));
  await writeFile(path.join(dist, 'main-of-earlier.js'), '');
  for (const [name, days] of [
    ['site-earlier.css', 29],
    ['site-ancient.css', 31],
  ] as const) {
    const file = path.join(dist, 'assets', name);
    const at = new Date(Date.now() - days * DAY_MS);
    await writeFile(file, 'p{}');
    await utimes(file, at, at);
  }
}

beforeAll(async () => {
  folders = await Promise.all([1, 2].map(() => mkdtemp(path.join(tmpdir(), 'plinth-build-'))));
  await writeEarlierBuild(second());
  for (const folder of folders) await build(folder);
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe('build', () => {
  it('produces the same id and assets for the same input in any folder', async () => {
    const { id, commit } = await readBuildInfo(first());
    expect(id).toMatch(/^[0-9a-f]{16}$/u);
    expect(await readBuildInfo(second())).toMatchObject({ id });
    const head = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' });
    expect(commit).toBe(head.stdout?.trim() || undefined);
    const assets = [...(await listAssets(first())), 'site-earlier.css'];
    expect((await listAssets(second())).sort()).toEqual(assets.sort());
  });

  it('compresses every style and script', async () => {
    const names = await listAssets(first());
    const texts = names.filter((name) => /\.(?:css|js|svg)$/u.test(name));
    expect(texts.length).toBeGreaterThan(6);
    for (const name of texts) expect(names).toEqual(expect.arrayContaining([`${name}.br`, `${name}.gz`]));
  });

  it('serves assets of earlier builds for 30 days', async () => {
    expect(await readdir(second())).not.toContain('main-of-earlier.js');
    const served = readBuiltAssets(second(), []);
    expect(served.get('/assets/site-earlier.css')?.variants.get('identity').body.toString()).toBe('p{}');
  });
});

describe('rebuild of the site in use', { tags: ['matrix'] }, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plinth-project-'));
    for (const name of ['src', 'views', 'public', 'locales', 'package.json', 'tsconfig.json'])
      await cp(path.join(root, name), path.join(folder, name), { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    await cp(first(), path.join(folder, 'dist'), { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const start = () =>
    spawn(process.execPath, [path.join(folder, 'src/build/build.ts')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });

  /** Returns names, inodes and times of all files. */
  async function describeBuiltFiles(): Promise<string[]> {
    const dist = path.join(folder, 'dist');
    const names = (await readdir(dist, { recursive: true })).sort();
    const stats = await Promise.all(names.map((name) => stat(path.join(dist, name))));
    return stats.map(({ ino, mtimeMs }, index) => `${names[index]} ${ino} ${mtimeMs}`);
  }

  const listBuildFolders = async () => (await readdir(folder)).filter((name) => name.startsWith('dist.next'));

  it('a killed build does not change the site', async () => {
    const before = await describeBuiltFiles();
    for (const ms of [600, 1200]) {
      const child = start();
      await wait(ms);
      child.kill('SIGKILL');
      // esbuild shares the pipe and exits later.
      child.stderr.resume();
      await once(child, 'close');
      expect(await describeBuiltFiles()).toEqual(before);
    }
  });

  it('a failed build does not change the site', async () => {
    const before = await describeBuiltFiles();
    const killed = await listBuildFolders();
    await writeFile(path.join(folder, 'src/browser/menu.ts'), 'not a script');
    expect((await once(start(), 'exit'))[0]).toBe(1);
    expect(await describeBuiltFiles()).toEqual(before);
    expect(await listBuildFolders()).toEqual(killed);
  });
});
