import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Module, parseSync } from '@swc/core';

const root = path.join(import.meta.dirname, '../..');

/** Files of `src` and `views` without tests, relative to the project. */
export const sourceFiles = globSync('{src,views}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/*.test.*', '**/testing/**', 'src/content-folder/demo/**'],
});

export const parseSource = (file: string): Module =>
  parseSync(readFileSync(path.join(root, file), 'utf8'), {
    syntax: 'typescript',
    tsx: file.endsWith('x'),
    target: 'esnext',
  });
