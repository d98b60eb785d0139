import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../../src/i18n/languages.ts';

/** Rows of a table of tab-separated values by the names of its head. */
export function readTable<T extends string>(name: string): Record<T, string>[] {
  const [head = [], ...rows] = readFileSync(path.join(import.meta.dirname, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  return rows.map(
    (row) => Object.fromEntries(head.map((key, at) => [key, row[at] ?? ''])) as Record<T, string>,
  );
}

/** The success criteria of WCAG 2.2 A and AA. `needs`: content without which a criterion does not apply. */
export const criteria = readTable<'number' | 'id' | 'level' | 'needs' | Language | 'stepsEn' | 'stepsZh'>(
  'criteria.tsv',
);

/** Names of the checks, their criteria, and the kinds of page that they are for, if not all. */
export const checkTable = new Map(
  readTable<'id' | 'criteria' | 'kinds' | Language>('checks.tsv').map((row) => [
    row.id,
    { ...row, criteria: row.criteria.split(' '), kinds: row.kinds ? row.kinds.split(',') : undefined },
  ]),
);

/** Texts of the report. */
export const textsOf = (language: Language): Record<string, string> =>
  Object.fromEntries(readTable<'key' | Language>('texts.tsv').map((row) => [row.key, row[language]]));
