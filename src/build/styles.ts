import * as esbuild from 'esbuild';
import { root } from './places.ts';

/** The oldest engines that show the site in order and readable. Newer syntax is compiled for them. */
const FLOOR = ['chrome64', 'firefox60', 'safari11', 'ios11'];

/** Bundles a stylesheet with its imports. */
export async function buildStyles(entry = 'public/css/site.css'): Promise<Uint8Array> {
  const { outputFiles: [file] = [] } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    outdir: 'dist/assets',
    logLevel: 'warning',
    charset: 'utf8',
    target: FLOOR,
    legalComments: 'none',
  });
  if (!file) throw new Error(`nothing was built of ${entry}`);
  return file.contents;
}
