import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { ENVIRONMENT_QUESTION } from '../environment.ts';
import { buildAssets } from './assets.ts';
import { compileProgram } from './compile-program.ts';
import { dataAsText } from './data-as-text.ts';
import { leftOut } from './left-out.ts';
import { mediaTypes } from './media-types.ts';
import { assetsIn, DIST, root } from './places.ts';

/**
 * What runs from its package: native code, what finds files of its own beside it, what few sites or only a build need, and `parseurl`,
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
  // The sources lie beside what is built of them.
  sourcesContent: false,
  logLevel: 'warning',
  external: EXTERNAL,
  // multer brings an older list of media types, of the same form: 1 MB.
  alias: { 'mime-db': 'mime-db' },
  plugins: [leftOut, mediaTypes, dataAsText],
  // A process keeps its source: 5 MB less. Names and short lines stay, so that a stack can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: MAX_LINE_LENGTH,
};
/** The build answers it for React. */
const PRODUCTION = { [ENVIRONMENT_QUESTION]: '"production"' };

/** The site's program as one function, whose parameters `compiled-program.ts` knows: an ES module cannot be kept compiled. */
async function buildProgram(dist: string): Promise<void> {
  const { outputFiles } = await esbuild.build({
    ...COMMON,
    entryPoints: { program: 'src/program.ts' },
    outdir: dist,
    write: false,
    format: 'cjs',
    supported: { 'dynamic-import': false },
    define: { ...PRODUCTION, 'import.meta.dirname': '__dirname', 'import.meta.url': '__url' },
    banner: { js: '(function(require,__dirname,__url){"use strict";' },
    footer: { js: '})' },
  });
  for (const { path: file, text } of outputFiles ?? []) await writeFile(file, narrow(text));
}

/**
 * A text without characters beyond ASCII: one of them doubles the memory that a program's text takes. What esbuild leaves of them
 * stands in patterns, where an escape means the same.
 */
const narrow = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What starts the program: one small file, which an older Node can read too. */
const buildStart = (dist: string) =>
  esbuild.build({ ...COMMON, entryPoints: ['src/server.ts'], outdir: dist, format: 'esm' });

/** The programs beside it. */
const buildModules = (dist: string) =>
  esbuild.build({
    ...COMMON,
    // Commands run from their source, which Node reads but for the views: the doctor renders by `render`, the mirror is a program.
    entryPoints: {
      checker: 'src/uploads/checks/checker.ts',
      'erase-thread': 'src/store/erase-thread.ts',
      render: 'src/pages/render.tsx',
      mirror: 'src/mirror/mirror.ts',
    },
    outdir: dist,
    splitting: true,
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
  const samples = cp(path.join(root, 'src/captcha/samples'), path.join(dist, 'captcha-samples'), {
    recursive: true,
  });
  await Promise.all([buildStart(dist), buildProgram(dist), buildModules(dist), buildAssets(dist), samples]);
  await writeBuildInfo(dist);
}

if (import.meta.main) {
  await build();
  // Without it the site is the same, and only its start takes longer.
  await compileProgram().catch(({ message }: Error) =>
    console.warn(`The program is not kept compiled: ${message}`),
  );
}
