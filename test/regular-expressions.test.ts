/** @module-tag slow */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { expect, it } from 'vitest';
import { slowInput } from './support/redos.ts';

type Literal = { file: string; source: string; flags: string };

const root = path.join(import.meta.dirname, '..');

const sources = ['src', 'views']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .filter((name) => /(?<!\.test)\.tsx?$/u.test(name) && !/\/(?:build|testing)\//u.test(name));

function literalsIn(file: string): Literal[] {
  const { body } = parseSync(readFileSync(path.join(root, file), 'utf8'), {
    syntax: 'typescript',
    tsx: file.endsWith('x'),
    target: 'esnext',
  });
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
