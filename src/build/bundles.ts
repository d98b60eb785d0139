import * as esbuild from 'esbuild';
import { root } from './places.ts';

/** The oldest engines in which the site is readable. Newer CSS syntax is compiled for them. */
const OLDEST_ENGINES = ['chrome64', 'firefox60', 'safari11', 'ios11'];

/** Compile target for every engine with modules. Other scripts may require a newer one (`src/browser/site.ts`). */
const OLDEST_MODULE_TARGET = 'es2017';
export const NEWER_TARGET = 'es2022';

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
  if (!file) throw new Error(`nothing was built of ${entry}`);
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

/** Builds the inline script as a classic script, because it must run before modules. */
export const buildGuard = () => buildScript('reload-guard', {}, OLDEST_MODULE_TARGET, 'iife');
