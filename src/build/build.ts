import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { ENVIRONMENT_QUESTION } from '../config.ts';

/** What runs from its package; React is bundled, so that it is always its production build. */
const BUNDLED = ['react', 'react-dom'];
const HASH_LENGTH = 8;
const BUILD_ID_LENGTH = 16;

/** What gets smaller by compression, by its ending. */
const COMPRESSIBLE = ['.css', '.js', '.svg', '.webmanifest'];
/** The entries in `src/browser`. */
const SCRIPTS = ['form'];

const root = path.resolve(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');
const assetsDir = path.join(dist, 'assets');

async function buildServer(): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: { main: 'src/server.ts', server: 'src/launch.js' },
    outdir: dist,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    jsx: 'automatic',
    sourcemap: 'linked',
    logLevel: 'warning',
    define: { [ENVIRONMENT_QUESTION]: '"production"' },
    external: ['./main.js', ...Object.keys(dependencies).filter((name) => !BUNDLED.includes(name))],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
}

/** All styles in one. */
export async function buildStyles(): Promise<Uint8Array> {
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['public/css/site.css'],
    bundle: true,
    minify: true,
    write: false,
    outdir: assetsDir,
    target: ['chrome90', 'firefox90', 'safari15'],
    external: ['*.svg'],
    logLevel: 'warning',
  });
  const [file] = result.outputFiles;
  if (!file) throw new Error('no stylesheet was built');
  return file.contents;
}

/** The visitor's script of one kind of page, with all that it imports; browsers too old for it use the page without. */
export async function buildScript(name: string): Promise<Uint8Array> {
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [`src/browser/${name}.ts`],
    bundle: true,
    minify: true,
    write: false,
    outdir: assetsDir,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  });
  const [file] = result.outputFiles;
  if (!file) throw new Error(`the script ${name} was not built`);
  return file.contents;
}

/** Writes a file under a name that holds a hash of its content; gives its address. */
async function writeHashed(name: string, content: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH);
  const { name: stem, ext } = path.parse(name);
  const hashed = `${stem}-${hash}${ext}`;
  await writeFile(path.join(assetsDir, hashed), content);
  if (COMPRESSIBLE.includes(ext)) {
    await writeFile(path.join(assetsDir, `${hashed}.br`), brotliCompressSync(content));
    await writeFile(
      path.join(assetsDir, `${hashed}.gz`),
      gzipSync(content, { level: constants.Z_BEST_COMPRESSION }),
    );
  }
  return `/assets/${hashed}`;
}

/** Styles, scripts and pictures with hashed names, and the list of their addresses. */
async function buildAssets(): Promise<void> {
  const addresses: Record<string, string> = {};
  for (const name of (await readdir(path.join(root, 'public/images'))).sort()) {
    addresses[`images/${name}`] = await writeHashed(
      name,
      await readFile(path.join(root, 'public/images', name)),
    );
  }
  addresses['css/site.css'] = await writeHashed('site.css', await buildStyles());
  for (const name of SCRIPTS) {
    addresses[`js/${name}.js`] = await writeHashed(`${name}.js`, await buildScript(name));
  }
  await writeFile(path.join(dist, 'assets.json'), `${JSON.stringify(addresses, null, 2)}\n`);
}

/** The spoken digits of the captcha, which the server reads at its start. */
const copySamples = (): Promise<void> =>
  cp(path.join(root, 'src/services/captcha/samples'), path.join(dist, 'captcha-samples'), {
    recursive: true,
  });

/** Builds everything into `dist/`. */
export async function build(): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(assetsDir, { recursive: true });
  await Promise.all([buildServer(), buildAssets(), copySamples()]);
  await writeBuildInfo();
}

/** Names the build by a hash of what it is made of: its programs, and its assets, whose names hold theirs. */
async function writeBuildInfo(): Promise<void> {
  const hash = createHash('sha256');
  for (const name of ['main.js', 'server.js', 'assets.json'])
    hash.update(await readFile(path.join(dist, name)));
  const id = hash.digest('hex').slice(0, BUILD_ID_LENGTH);
  await writeFile(
    path.join(dist, 'build.json'),
    `${JSON.stringify({ id, timestamp: new Date().toISOString() })}\n`,
  );
}

if (import.meta.main) await build();
