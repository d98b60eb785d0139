import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { ENVIRONMENT_QUESTION } from '../environment.ts';
import { buildAssets } from './assets.ts';
import { leftOut } from './left-out.ts';
import { assetsIn, DIST, root } from './places.ts';

/**
 * What runs from its package: native code, what finds files of its own beside it, what only a build needs, and `parseurl`,
 * whose `url.parse` Node warns of unless a package calls it.
 */
const EXTERNAL = ['sharp', 'pdfjs-dist', 'esbuild', 'lightningcss', 'node', 'parseurl'];
const BUILD_ID_LENGTH = 16;

/** Characters of a line of the server's programs, more or less. */
const MAX_LINE_LENGTH = 160;

/** How long the assets of earlier builds are kept, in milliseconds: pages that were opened before a build may still need them. */
const KEEP_MS = 30 * 86_400_000;

/** Clears the folder of an earlier build and keeps the assets that open pages may still name. */
async function clearEarlierBuild(dist: string): Promise<void> {
  const assetsDir = assetsIn(dist);
  await mkdir(assetsDir, { recursive: true });
  const rest = (await readdir(dist)).filter((name) => path.join(dist, name) !== assetsDir);
  for (const name of rest) await rm(path.join(dist, name), { recursive: true, force: true });
  for (const name of await readdir(assetsDir)) {
    const file = path.join(assetsDir, name);
    if (Date.now() - (await stat(file)).mtimeMs > KEEP_MS) await rm(file);
  }
}

async function buildServer(dist: string): Promise<void> {
  await esbuild.build({
    absWorkingDir: root,
    // Commands run from their source, which Node reads but for the views: the doctor renders by `render`, the mirror is a program.
    entryPoints: {
      server: 'src/server.ts',
      worker: 'src/worker.ts',
      checker: 'src/uploads/checks/checker.ts',
      'erase-thread': 'src/store/erase-thread.ts',
      render: 'src/pages/render.tsx',
      mirror: 'src/mirror/mirror.ts',
    },
    outdir: dist,
    bundle: true,
    // The primary does not load what answers requests.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    jsx: 'automatic',
    sourcemap: 'linked',
    logLevel: 'warning',
    define: { [ENVIRONMENT_QUESTION]: '"production"' },
    external: EXTERNAL,
    plugins: [leftOut],
    // A process keeps its source: 5 MB less. Names and short lines stay, so that a stack can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: MAX_LINE_LENGTH,
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
}

/** Names the build by a hash of what it is made of: its programs, and its assets and chunks, whose names hold theirs. */
async function writeBuildInfo(dist: string): Promise<void> {
  const hash = createHash('sha256');
  for (const name of ['server.js', 'worker.js', 'assets.json'])
    hash.update(await readFile(path.join(dist, name)));
  const id = hash.digest('hex').slice(0, BUILD_ID_LENGTH);
  await writeFile(
    path.join(dist, 'build.json'),
    `${JSON.stringify({ id, timestamp: new Date().toISOString() })}\n`,
  );
}

/** Builds everything, into `dist/` where no other folder is named. */
export async function build(dist = DIST): Promise<void> {
  await clearEarlierBuild(dist);
  // The server reads the spoken digits of the captcha at its start.
  const samples = cp(path.join(root, 'src/captcha/samples'), path.join(dist, 'captcha-samples'), {
    recursive: true,
  });
  await Promise.all([buildServer(dist), buildAssets(dist), samples]);
  await writeBuildInfo(dist);
}

if (import.meta.main) await build();
