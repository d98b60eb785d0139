import path from 'node:path';
import { bundle, Features, type Targets } from 'lightningcss';
import { FLOOR } from './floor.ts';
import { root } from './places.ts';

/** The compiler wants the major version of a browser in the third byte. */
const targets: Targets = Object.fromEntries(
  Object.entries(FLOOR).map(([browser, version]) => [browser, version << 16]),
);

/** What the floor lacks is said in older words where there are any; the styles have no `light-dark()` to be written out. */
export const compilerOptions = { minify: true, targets, exclude: Features.LightDark };

/** A stylesheet with all that it imports in one. */
export const buildStyles = (entry = 'public/css/site.css'): Uint8Array =>
  bundle({ filename: path.join(root, entry), ...compilerOptions }).code;
