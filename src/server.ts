import module from 'node:module';
import { isNewEnough, NEEDED_MAJOR } from './node-version.ts';

// An older Node must be able to parse this file and what it imports.
if (!isNewEnough(process.versions.node)) {
  process.stderr.write(
    `Plinth needs Node ${NEEDED_MAJOR} or newer, this is ${process.version}. "npm start" brings its own.\n`,
  );
  process.exit(1);
}

/** Drafts, files, copies of content and the secret are readable by the site's own user only. */
process.umask(0o077);

module.enableCompileCache(`${import.meta.dirname}/compile-cache`);
const program = await import(new URL('program.js', import.meta.url).href);
await program.run();
