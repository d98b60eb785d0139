import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { distDir } from '../dist-dir.ts';

/** Where Node keeps compiled programs from one start to the next; without it, or where it cannot be written, it compiles them each time. */
const COMPILE_CACHE_DIR = path.join(distDir, 'compile-cache');

export const keepCompiled = () => enableCompileCache(COMPILE_CACHE_DIR);

/** The environment that has a worker keep its programs too. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: COMPILE_CACHE_DIR };
