import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { distDir } from './dist-dir.ts';

/** The argument that has a process write down at its end what V8 has compiled of the program. */
export const KEEP_COMPILED = '--keep-compiled';
export const isKeptCompiled = (): boolean => process.argv.includes(KEEP_COMPILED);

/** The parameters of the one function that the build makes of `program.ts`: what its modules know of themselves. */
type Program = (require: NodeJS.Require, dirname: string, url: string) => void;

/**
 * Runs `dist/program.js`, with what V8 compiled of it when the build ran it. Node's own compile cache lacks the functions that V8
 * compiles at their first call, which are most of a start: with them it is 100 ms shorter. What was compiled by another V8, or of
 * other text, is refused, and the program compiled as it runs. Its text is ASCII: the build sees to it.
 */
export function runProgram(): void {
  const file = path.join(distDir, 'program.js');
  const compiled = path.join(distDir, 'program.compiled');
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: file,
    cachedData: existsSync(compiled) ? readFileSync(compiled) : undefined,
  });
  const program = script.runInThisContext() as Program;
  program(createRequire(file), distDir, pathToFileURL(file).href);
  if (isKeptCompiled()) process.on('exit', () => writeFileSync(compiled, script.createCachedData()));
}
