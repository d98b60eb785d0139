import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { NODE_ENV_EXPRESSION } from '../config/environment.ts';
import { buildAssets } from './assets.ts';
import { writeCodeCache } from './code-cache.ts';
import { assetsIn, DIST, root } from './places.ts';

/**
 * Packages that are not bundled: native code, packages that read their own files or that few sites need, and `parseurl`, whose
 * `url.parse` makes Node print a warning unless it is called from node_modules.
 */
const EXTERNAL = ['@aws-sdk/client-s3', 'sharp', 'pdfjs-dist', 'esbuild', 'lightningcss', 'parseurl'];
const BUILD_ID_LENGTH = 16;

const MAX_LINE_LENGTH = 160;

/** Assets of earlier builds stay so long, because open pages may still load them. */
const KEEP_ASSETS_MS = 30 * 86_400_000;

/** Removes an earlier build, except recent assets. */
async function clearEarlierBuild(dist: string): Promise<void> {
  const assetsDir = assetsIn(dist);
  await mkdir(assetsDir, { recursive: true });
  const rest = (await readdir(dist)).filter((name) => path.join(dist, name) !== assetsDir);
  for (const name of rest) await rm(path.join(dist, name), { recursive: true, force: true });
  for (const name of await readdir(assetsDir)) {
    const file = path.join(assetsDir, name);
    if (Date.now() - (await stat(file)).mtimeMs > KEEP_ASSETS_MS) await rm(file);
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

/** Bundles the site as one function, which `server.ts` calls. */
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

/** Bundles the other programs, each in one file, so that a running site loads no file of a later build. */
const buildModules = (dist: string) =>
  esbuild.build({
    ...COMMON,
    // Node runs commands from their source, but not the views (JSX): the doctor uses `render`, the mirror is a bundle.
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

/** Identifies the build by a hash of its programs and assets. */
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
