/** @module-tag slow */
import { expect, it } from 'vitest';
import { slowInput } from './support/redos.ts';
import { parseSource, sourceFiles } from './support/source-files.ts';

type Literal = { file: string; source: string; flags: string };

const sources = sourceFiles.filter((name) => !name.includes('/build/'));

function literalsIn(file: string): Literal[] {
  const { body } = parseSource(file);
  const found: Literal[] = [];
  JSON.stringify(body, (_, node) => {
    if (node?.type === 'RegExpLiteral') found.push({ file, source: node.pattern, flags: node.flags });
    return node;
  });
  return found;
}

it('detects that a regular expression is slow', () => {
  expect(slowInput(/<img src="(\/files\/[\w-]+\/[^"]+)"([^>]*)>/gu)).toBeDefined();
  expect(slowInput(/^([^@:]+@[^@:]+\.[^@:]+)$/u)).toBeDefined();
});

const byFile = Map.groupBy(sources.flatMap(literalsIn), ({ file }) => file);

it('finds the regular expressions of src and views', () => {
  expect([...byFile.values()].flat().length).toBeGreaterThan(100);
});

it.each([...byFile])('every regular expression in %s runs in linear time', (_file, literals) => {
  const slow = literals.flatMap((literal) => {
    const input = slowInput(literal);
    return input === undefined ? [] : [`/${literal.source}/ on ${JSON.stringify(input)}…`];
  });
  expect(slow).toEqual([]);
});
