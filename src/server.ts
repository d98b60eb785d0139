import { takeAllocatorSettings } from './allocator.ts';
import { runProgram } from './compiled-program.ts';
import { isNewEnough, NEEDED_MAJOR } from './node-version.ts';

// An older Node reads this file too, so nothing that it lacks stands in what is imported here.
if (!isNewEnough(process.versions.node)) {
  process.stderr.write(
    `Plinth needs Node ${NEEDED_MAJOR} or newer, this is ${process.version}. "npm start" brings its own.\n`,
  );
  process.exit(1);
}

/** What the site writes is readable by its own user alone: drafts, files, copies of content, the secret. */
process.umask(0o077);

takeAllocatorSettings();
runProgram();
