import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { assetsIn } from './places.ts';

/** How long the assets of earlier builds are kept, in milliseconds: pages that were opened before a build may still need them. */
const KEEP_MS = 30 * 86_400_000;

/** Clears the folder of an earlier build and keeps the assets that open pages may still name. */
export async function clearEarlierBuild(dist: string): Promise<void> {
  const assetsDir = assetsIn(dist);
  await mkdir(assetsDir, { recursive: true });
  const rest = (await readdir(dist)).filter((name) => path.join(dist, name) !== assetsDir);
  for (const name of rest) await rm(path.join(dist, name), { recursive: true, force: true });
  for (const name of await readdir(assetsDir)) {
    const file = path.join(assetsDir, name);
    if (Date.now() - (await stat(file)).mtimeMs > KEEP_MS) await rm(file);
  }
}
