/** @module-tag slow */
import { expect, it } from 'vitest';
import { parseSource, sourceFiles } from './support/source-files.ts';

/** Returns the names of functions at the top level of a file, exported or not. */
const functionsIn = (file: string): string[] =>
  parseSource(file).body.flatMap((statement) => {
    const declaration = statement.type === 'ExportDeclaration' ? statement.declaration : statement;
    if (declaration.type === 'FunctionDeclaration') return [declaration.identifier.value];
    if (declaration.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression' ? [id.value] : [],
    );
  });

it('a function name exists in one file only', () => {
  const all = sourceFiles.flatMap((file) => functionsIn(file).map((name) => ({ file, name })));
  expect(all.length).toBeGreaterThan(1000);
  const shared = [...Map.groupBy(all, ({ name }) => name)].filter(([, functions]) => functions.length > 1);
  expect(shared.map(([name, functions]) => [name, functions.map(({ file }) => file)])).toEqual([]);
});
