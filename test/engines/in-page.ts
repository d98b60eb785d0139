import path from 'node:path';
import { buildSync } from 'esbuild';
import type * as Functions from './in-page/index.ts';

/** The syntax that every engine knows; objects and methods have to be those of 2018 as well. */
export const SYNTAX = 'chrome64';

export type InPage = typeof Functions;

const { outputFiles } = buildSync({
  entryPoints: [path.join(import.meta.dirname, 'in-page/index.ts')],
  bundle: true,
  format: 'iife',
  globalName: 'inPage',
  target: SYNTAX,
  write: false,
});
const [{ text: code = '' } = {}] = outputFiles;

/** An expression that calls a function of `in-page/` in the page, which keeps nothing of it. */
export const callInPage = (name: keyof InPage, given: readonly unknown[]): string =>
  `(function () { ${code}; return inPage.${name}(${given.map((one) => JSON.stringify(one)).join(', ')}); })()`;
