import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBuiltAssets } from '../response-cache/built-assets.ts';
import { build } from './build.ts';

const DAY_MS = 86_400_000;

let folders: string[] = [];
const [first, second] = [() => folders[0] ?? '', () => folders[1] ?? ''];
const idIn = async (dist: string) =>
  (JSON.parse(await readFile(path.join(dist, 'build.json'), 'utf8')) as { id: string }).id;
const assetsOf = (dist: string) => readdir(path.join(dist, 'assets'));

beforeAll(async () => {
  folders = await Promise.all([1, 2].map(() => mkdtemp(path.join(tmpdir(), 'plinth-build-'))));
  for (const folder of folders) await build(folder);
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe('build', () => {
  it('produces the same id and assets for the same input in any folder', async () => {
    expect(await idIn(first())).toMatch(/^[0-9a-f]{16}$/u);
    expect(await idIn(second())).toBe(await idIn(first()));
    expect(await assetsOf(second())).toEqual(await assetsOf(first()));
  });

  it('compresses every style and script', async () => {
    const names = await assetsOf(first());
    const texts = names.filter((name) => /\.(?:css|js|svg)$/u.test(name));
    expect(texts.length).toBeGreaterThan(6);
    for (const name of texts) expect(names).toEqual(expect.arrayContaining([`${name}.br`, `${name}.gz`]));
  });

  it('keeps the assets of earlier builds for thirty days and serves them', async () => {
    const assets = path.join(second(), 'assets');
    const at = (days: number) => new Date(Date.now() - days * DAY_MS);
    for (const [name, days] of [
      ['site-earlier.css', 29],
      ['site-ancient.css', 31],
    ] as const) {
      await writeFile(path.join(assets, name), 'p{}');
      await utimes(path.join(assets, name), at(days), at(days));
    }
    await writeFile(path.join(second(), 'main-of-earlier.js'), '');
    await build(second());
    const names = await assetsOf(second());
    expect(names).toContain('site-earlier.css');
    expect(names).not.toContain('site-ancient.css');
    expect(await readdir(second())).not.toContain('main-of-earlier.js');
    expect(await idIn(second())).toBe(await idIn(first()));
    const served = readBuiltAssets(second(), []);
    expect(served.get('/assets/site-earlier.css')?.variants.get('identity').body.toString()).toBe('p{}');
  });
});
