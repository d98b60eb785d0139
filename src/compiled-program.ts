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
  // An `import` of these would load all that they export: 5 ms, twice a start.
  const fs = process.getBuiltinModule('node:fs');
  const { Script } = process.getBuiltinModule('node:vm');
  const { createRequire } = process.getBuiltinModule('node:module');
  const { pathToFileURL } = process.getBuiltinModule('node:url');
  const file = `${distDir}/program.js`;
  const compiled = `${distDir}/program.compiled`;
  const script = new Script(fs.readFileSync(file, 'latin1'), {
    filename: file,
    cachedData: fs.existsSync(compiled) ? fs.readFileSync(compiled) : undefined,
  });
  const program = script.runInThisContext() as Program;
  program(createRequire(file), distDir, pathToFileURL(file).href);
  if (isKeptCompiled()) process.on('exit', () => fs.writeFileSync(compiled, script.createCachedData()));
}
