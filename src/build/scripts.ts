import * as esbuild from 'esbuild';
import { root } from './places.ts';

/** URLs of scripts that are loaded later. */
type Addresses = { revealScript?: string; sendScript?: string };

/** Compile target for every engine with modules. Scripts loaded later may require a newer one (`src/browser/site.ts`). */
export const EVERY_ENGINE = 'es2017';
export const NEWER_ENGINES = 'es2022';

/** Builds the inline script as a classic one, which runs before modules. */
export const buildGuard = () => buildScript('reload-guard', {}, EVERY_ENGINE, 'iife');

/** Bundles an entry of `src/browser`. */
export async function buildScript(
  name: string,
  addresses?: Addresses,
  target: string = EVERY_ENGINE,
  format: esbuild.Format = 'esm',
): Promise<Uint8Array> {
  const { outputFiles: [file] = [] } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [`src/browser/${name}.ts`],
    bundle: true,
    minify: true,
    write: false,
    outdir: 'dist/assets',
    logLevel: 'warning',
    format,
    target,
    legalComments: 'none',
    external: ['/assets/*'],
    define: constants({ ...addresses }),
  });
  if (!file) throw new Error(`nothing was built of ${name}`);
  return file.contents;
}

/** Returns one constant per name, so that a script contains only those that it uses. */
const constants = (built: object): Record<string, string> =>
  Object.fromEntries(Object.entries(built).map(([name, value]) => [`BUILT.${name}`, JSON.stringify(value)]));
