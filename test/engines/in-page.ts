import path from 'node:path';
import { buildSync } from 'esbuild';
import type * as Functions from './in-page/index.ts';

/** Syntax of the oldest engine. Code in the page must also use only its objects and methods. */
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

/** Returns an expression that calls a function of `in-page/`. */
export const callInPage = (name: keyof InPage, given: readonly unknown[]): string =>
  `(function () { ${code}; return inPage.${name}(${given.map((one) => JSON.stringify(one)).join(', ')}); })()`;
