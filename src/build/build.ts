import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { NODE_ENV_EXPRESSION } from '../config/environment.ts';
import { buildAssets } from './assets.ts';
import { writeCodeCache } from './code-cache.ts';
import { assetsIn, DIST, root } from './places.ts';

/**
 * Packages that are not bundled: native code, those that read files of their own, those that few sites or only a build need, and `parseurl`,
 * whose `url.parse` Node warns of unless a package calls it.
 */
const EXTERNAL = ['@aws-sdk/client-s3', 'sharp', 'pdfjs-dist', 'esbuild', 'lightningcss', 'parseurl'];
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

const COMMON: esbuild.BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  jsx: 'automatic',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
  external: EXTERNAL,
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: MAX_LINE_LENGTH,
};
const PRODUCTION = { [NODE_ENV_EXPRESSION]: '"production"' };

/** The site as one function, whose parameters `server.ts` knows. */
const buildProgram = (dist: string) =>
  esbuild.build({
    ...COMMON,
    entryPoints: { program: 'src/processes/main.ts' },
    outdir: dist,
    format: 'cjs',
    supported: { 'dynamic-import': false },
    define: { ...PRODUCTION, 'import.meta.dirname': '__dirname', 'import.meta.url': '__url' },
    banner: { js: '(function(require,__dirname,__url,module){"use strict";' },
    footer: { js: '})' },
  });

/** The other programs, each in one file: a running site loads nothing that a later build replaces. */
const buildModules = (dist: string) =>
  esbuild.build({
    ...COMMON,
    // Commands run from their source, which Node reads except for the views: the doctor renders by `render`, the mirror is a program.
    entryPoints: {
      server: 'src/server.ts',
      checker: 'src/form/uploads/checks/checker.ts',
      'erase-thread': 'src/store/engine/erase-thread.ts',
      render: 'src/pages/render.tsx',
      mirror: 'src/mirror/mirror.ts',
    },
    outdir: dist,
    format: 'esm',
    define: PRODUCTION,
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
  });

/** Names the build by a hash of what it is made of: the program, what starts it, and the assets, whose names hold theirs. */
async function writeBuildInfo(dist: string): Promise<void> {
  const hash = createHash('sha256');
  for (const name of ['server.js', 'program.js', 'assets.json'])
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
  const samples = cp(path.join(root, 'src/form/captcha/samples'), path.join(dist, 'captcha-samples'), {
    recursive: true,
  });
  await Promise.all([buildProgram(dist), buildModules(dist), buildAssets(dist), samples]);
  await writeBuildInfo(dist);
}

if (import.meta.main) {
  await build();
  await writeCodeCache(DIST);
}
