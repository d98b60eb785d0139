import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { FIRST_VIEWS, FORMER_WORKER, GUARD_SCRIPT } from '../../views/document.model.ts';
import { applicationSlugs } from '../content/menu/section-codes.ts';
import { assetsIn, root } from './paths.ts';

const HASH_LENGTH = 8;

const COMPRESSIBLE = ['.css', '.js', '.json', '.svg'];
const IMAGES_DIR = path.join(root, 'public/images');

/** The oldest engines in which the site is readable. Newer CSS syntax is compiled for them. */
const OLDEST_ENGINES = ['chrome64', 'firefox60', 'safari11', 'ios11'];

/** Compile target for every engine with modules. Other scripts may require a newer one (`src/browser/site.ts`). */
const OLDEST_MODULE_TARGET = 'es2017';
const NEWER_TARGET = 'es2022';

/** Writes styles, scripts and images with hashed names, and `assets.json` with their URLs and the contents of inline files. */
export async function buildAssets(dist: string): Promise<void> {
  const assetsDir = assetsIn(dist);
  const assets: Record<string, string> = {};
  for (const name of (await readdir(IMAGES_DIR)).sort()) {
    assets[`images/${name}`] = await writeHashedFile(
      assetsDir,
      name,
      await readFile(path.join(IMAGES_DIR, name)),
    );
  }
  for (const name of Object.values(FIRST_VIEWS))
    assets[name] = `${Buffer.from(await buildStyles(`public/${name}`))}`;
  assets[GUARD_SCRIPT] = `${Buffer.from(await buildGuard())}`;
  assets[FORMER_WORKER] = await readFile(path.join(root, 'public', FORMER_WORKER), 'utf8');
  assets['css/site.css'] = await writeHashedFile(assetsDir, 'site.css', await buildStyles());
  assets['rules.json'] = await writeHashedFile(assetsDir, 'rules.json', Buffer.from(speculationRules()));
  Object.assign(assets, await buildScripts(assetsDir));
  await writeFile(path.join(dist, 'assets.json'), `${JSON.stringify(assets, null, 2)}\n`);
}

/** Builds one entry script for each kind of page, after the lazily loaded scripts, whose URLs they contain. */
async function buildScripts(assetsDir: string): Promise<Record<string, string>> {
  const lazyScripts = {
    imagesScript: await writeHashedFile(assetsDir, 'images.js', await buildScript('images')),
    revealScript: await writeHashedFile(assetsDir, 'reveal.js', await buildScript('reveal-aos')),
    sendScript: await writeHashedFile(assetsDir, 'send.js', await buildScript('send', {}, NEWER_TARGET)),
  };
  const assets: Record<string, string> = {};
  for (const name of ['site', 'search', 'form']) {
    const script = await buildScript(name, lazyScripts, name === 'site' ? undefined : NEWER_TARGET);
    assets[`js/${name}.js`] = await writeHashedFile(assetsDir, `${name}.js`, script);
  }
  return assets;
}

async function bundle(entry: string, options: esbuild.BuildOptions): Promise<Uint8Array> {
  const { outputFiles: [file] = [] } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    outdir: 'dist/assets',
    logLevel: 'warning',
    legalComments: 'none',
    ...options,
  });
  if (!file) throw new Error(`the build has no output for ${entry}`);
  return file.contents;
}

/** Bundles a stylesheet with its imports. */
export const buildStyles = (entry = 'public/css/site.css') =>
  bundle(entry, { charset: 'utf8', target: OLDEST_ENGINES });

/** Bundles an entry of `src/browser`. `lazyScripts` maps its `BUILT` constants to URLs of lazily loaded scripts. */
export const buildScript = (
  name: string,
  lazyScripts: Record<string, string> = {},
  target = OLDEST_MODULE_TARGET,
  format: esbuild.Format = 'esm',
) =>
  bundle(`src/browser/${name}.ts`, {
    format,
    target,
    external: ['/assets/*'],
    define: Object.fromEntries(
      Object.entries(lazyScripts).map(([constant, url]) => [`BUILT.${constant}`, JSON.stringify(url)]),
    ),
  });

/** Builds the inline script, a classic script that runs before modules. */
export const buildGuard = () => buildScript('reload-guard', {}, OLDEST_MODULE_TARGET, 'iife');

/** Writes a file with a hash in its name, and compressed copies. Returns its URL. */
async function writeHashedFile(assetsDir: string, name: string, content: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH);
  const { name: stem, ext } = path.parse(name);
  const hashed = `${stem}-${hash}${ext}`;
  const write = (ending: string, bytes: Uint8Array) =>
    writeFile(path.join(assetsDir, hashed + ending), bytes);
  await write('', content);
  if (COMPRESSIBLE.includes(ext)) {
    await write('.br', brotliCompressSync(content));
    await write('.gz', gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
  return `/assets/${hashed}`;
}

/** Matches the form anywhere in the menu. Next to a sibling with the same slug its path ends in the id. */
const FORM_PATTERN = `{/*}?/(${applicationSlugs.join('|')}){-*}?`;

/** Paths that are not pages, or whose pages differ for each visitor. */
const UNPREFETCHED_PATTERNS = [FORM_PATTERN, '{/en}?/search', '/files/*', '/media/*', '/*.xml'];

/** Matches links that change the language cookie. */
const LANGUAGE_SWITCH_PATTERN = '/*\\?*lang=*';

/** Matches links to a section on the current page. */
const SAME_PAGE_CONDITION = { href_matches: '?*go=*', relative_to: 'document' };

/** Returns speculation rules as JSON: browsers may prefetch pages of this site on hover. A pattern without a query matches every query. */
export function speculationRules(): string {
  const others = [...UNPREFETCHED_PATTERNS, LANGUAGE_SWITCH_PATTERN].map((pattern) => ({
    not: { href_matches: pattern },
  }));
  const where = { and: [{ href_matches: '/*' }, ...others, { not: SAME_PAGE_CONDITION }] };
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] });
}
