import module from 'node:module';
import path from 'node:path';
// An older Node must be able to parse this file and its imports.
import './lib/check-node.cjs';
import { environmentWith } from './config/environment.ts';

/** Only the site's user may read drafts, files, content copies and the secret. */
process.umask(0o077);

// Cached code is executed, so the cache is not in Node's default folder, which other users may be able to write to.
module.enableCompileCache(path.resolve(environmentWith({}, {}).DATA_DIR || 'data', 'compile-cache'));

const require = module.createRequire(import.meta.filename);
const { run } = require('./main.js') as typeof import('./processes/main.ts');
void run();
