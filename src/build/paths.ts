import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

export const DIST = path.join(root, 'dist');
export const assetsIn = (dist: string): string => path.join(dist, 'assets');
