import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { Editor } from './editor.ts';

/** Cache outside the project, so that a new checkout reuses it. */
const CACHE = process.env.EDITORS_DIR ?? path.join(homedir(), '.cache', 'plinth-editors');
const OPTIONS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** Installs packages, for example of an editor, unless they are cached. Returns the folder that contains `node_modules`. */
export async function installPackages({
  name,
  packages,
}: Pick<Editor, 'name' | 'packages'>): Promise<string> {
  const manifest = JSON.stringify({ private: true, dependencies: packages });
  const folder = path.join(CACHE, createHash('sha256').update(manifest).digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(path.join(CACHE, 'new-'));
  try {
    await writeFile(path.join(work, 'package.json'), manifest);
    execFileSync('npm', ['install', ...OPTIONS], { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
    await rename(work, folder);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw new Error(`${name}: cannot be installed`, { cause: error });
  }
  return folder;
}

async function bundle(entry: Pick<BuildOptions, 'entryPoints' | 'stdin'>): Promise<string> {
  const { outputFiles = [] } = await build({
    ...entry,
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** Bundles modules of an editor into a script that sets one global variable for each. */
export const bundleModules = (
  folder: string,
  modules: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const lines = Object.entries(modules).map(
    ([name, module]) => `import * as ${name} from '${module}'; globalThis.${name} = ${name};`,
  );
  return bundle({ stdin: { contents: lines.join('\n'), resolveDir: folder } });
};

/** Bundles the function that reads a page in the browser. */
export const bundleReader = (): Promise<string> =>
  bundle({ entryPoints: [path.join(import.meta.dirname, 'reader', 'read-page.ts')] });
