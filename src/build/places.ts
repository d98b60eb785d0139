import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** Where the build goes, and its assets in there. */
export const DIST = path.join(root, 'dist');
export const assetsIn = (dist: string): string => path.join(dist, 'assets');
