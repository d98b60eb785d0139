/** @module-tag slow */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Module, parseSync } from '@swc/core';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const files = globSync('{src,views}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/*.test.*', '**/testing/**', 'src/content-folder/demo/**'],
});

const read = (file: string): Module =>
  parseSync(readFileSync(path.join(root, file), 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') });

/** Returns the names of functions at the top level of a file, exported or not. */
const functionsIn = (file: string): string[] =>
  read(file).body.flatMap((statement) => {
    const declaration = statement.type === 'ExportDeclaration' ? statement.declaration : statement;
    if (declaration.type === 'FunctionDeclaration') return [declaration.identifier.value];
    if (declaration.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression' ? [id.value] : [],
    );
  });

it('a function name exists in one file only', () => {
  const all = files.flatMap((file) => functionsIn(file).map((name) => ({ file, name })));
  expect(all.length).toBeGreaterThan(1000);
  const shared = [...Map.groupBy(all, ({ name }) => name)].filter(([, functions]) => functions.length > 1);
  expect(shared.map(([name, functions]) => [name, functions.map(({ file }) => file)])).toEqual([]);
});
