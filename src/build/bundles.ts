import * as esbuild from 'esbuild';
import { root } from './places.ts';

/** The oldest engines that show the site in order and readable. Newer syntax of styles is compiled for them. */
const FLOOR = ['chrome64', 'firefox60', 'safari11', 'ios11'];

/** Compile target for every engine with modules. Scripts loaded later may require a newer one (`src/browser/site.ts`). */
const EVERY_ENGINE = 'es2017';
export const NEWER_ENGINES = 'es2022';

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
  bundle(entry, { charset: 'utf8', target: FLOOR });

/** Bundles an entry of `src/browser`. `later`: URLs of scripts that it loads later, by the names of its constants. */
export const buildScript = (
  name: string,
  later: Record<string, string> = {},
  target = EVERY_ENGINE,
  format: esbuild.Format = 'esm',
) =>
  bundle(`src/browser/${name}.ts`, {
    format,
    target,
    external: ['/assets/*'],
    define: Object.fromEntries(
      Object.entries(later).map(([constant, url]) => [`BUILT.${constant}`, JSON.stringify(url)]),
    ),
  });

/** Builds the inline script as a classic one, which runs before modules. */
export const buildGuard = () => buildScript('reload-guard', {}, EVERY_ENGINE, 'iife');
