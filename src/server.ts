import module from 'node:module';
import path from 'node:path';
import { environmentWith, isSupportedNode, MIN_NODE_MAJOR } from './config/environment.ts';

// An older Node must be able to parse this file and its imports.
if (!isSupportedNode(process.versions.node)) {
  process.stderr.write(
    `Plinth needs Node ${MIN_NODE_MAJOR} or newer, this is ${process.version}. "npm start" brings its own.\n`,
  );
  process.exit(1);
}

/** Only the site's user may read drafts, files, content copies and the secret. */
process.umask(0o077);

// Cached code is executed, so the cache is not in Node's default folder, which other users may be able to write to.
module.enableCompileCache(path.resolve(environmentWith({}, {}).DATA_DIR || 'data', 'compile-cache'));

const require = module.createRequire(import.meta.filename);
const { run } = require('./main.js') as typeof import('./processes/main.ts');
void run();
