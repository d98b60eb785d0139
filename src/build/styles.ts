import path from 'node:path';
import { bundleAsync, Features, type Targets } from 'lightningcss';
import { root } from './places.ts';

/** The oldest engines that show the site in order and readable. */
const FLOOR = { chrome: 64, firefox: 60, safari: 11, ios_saf: 11 };

/** Lightning CSS expects the major version in the third byte. */
const targets: Targets = Object.fromEntries(
  Object.entries(FLOOR).map(([browser, version]) => [browser, version << 16]),
);

/** Syntax that the oldest engines lack is compiled to older syntax; the styles use no `light-dark()`. */
const compilerOptions = { minify: true, targets, exclude: Features.LightDark };

/** Bundles a stylesheet with its imports. */
export async function buildStyles(entry = 'public/css/site.css'): Promise<Uint8Array> {
  const filename = path.join(root, entry);
  return (await bundleAsync({ filename, ...compilerOptions }).catch(nameLine)).code;
}

/** Lightning CSS has the place of an error in properties, which a message does not show. */
function nameLine(error: Error & { fileName?: string; loc?: { line: number; column: number } }): never {
  const { fileName = '', loc, message } = error;
  throw new Error(`${path.relative(root, fileName)}:${loc?.line}:${loc?.column}: ${message}`);
}
