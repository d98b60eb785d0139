import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { isNewEnough, NEEDED_MAJOR } from './config/node-version.ts';

// An older Node must be able to parse this file and what it imports.
if (!isNewEnough(process.versions.node)) {
  process.stderr.write(
    `Plinth needs Node ${NEEDED_MAJOR} or newer, this is ${process.version}. "npm start" brings its own.\n`,
  );
  process.exit(1);
}

/** Drafts, files, content copies and the secret are readable by the site's user only. */
process.umask(0o077);

/** The function that the build makes of `main.ts`, because an ES module cannot have a code cache. */
type Program = (
  require: NodeJS.Require,
  dirname: string,
  url: string,
  module: { exports: typeof import('./processes/main.ts') },
) => void;

const file = `${import.meta.dirname}/program.js`;
const cacheFile = `${import.meta.dirname}/program.cache`;

/** Reads the code cache of the build (`build/code-cache.ts`). V8 ignores the cache of another version or program. */
function readCache(): Buffer | undefined {
  try {
    return readFileSync(cacheFile);
  } catch {
    return undefined;
  }
}

const script = new Script(readFileSync(file, 'utf8'), { filename: file, cachedData: readCache() });
const program = { exports: {} as typeof import('./processes/main.ts') };
(script.runInThisContext() as Program)(
  createRequire(file),
  import.meta.dirname,
  pathToFileURL(file).href,
  program,
);
if (process.argv.includes('--write-code-cache'))
  process.once('exit', () => writeFileSync(cacheFile, script.createCachedData()));
await program.exports.run();
