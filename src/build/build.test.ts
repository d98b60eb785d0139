/** @module-tag slow */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { readFilesIn } from '../cli/applications/testing/sent.ts';
import { readBuiltAssets } from '../http/response-cache/built-assets.ts';
import { build } from './build.ts';
import { root } from './paths.ts';

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

it('a failed build does not change the site', { tags: ['matrix'] }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'plinth-project-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['src', 'views', 'public', 'locales', 'package.json', 'tsconfig.json'])
    await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const dist = path.join(folder, 'dist');
  await cp(first(), dist, { recursive: true });
  const before = await readFilesIn(dist);
  await writeFile(path.join(folder, 'src/browser/menu.ts'), 'not a script');
  const build = spawn(process.execPath, [path.join(folder, 'src/build/build.ts')], { stdio: 'ignore' });
  expect((await once(build, 'exit'))[0]).toBe(1);
  expect(await readFilesIn(dist)).toEqual(before);
});
