import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../../src/i18n/languages.ts';

/** Returns the rows of a tab-separated table, keyed by its column names. */
export function readTable<T extends string>(name: string): Record<T, string>[] {
  const text = readFileSync(path.join(import.meta.dirname, name), 'utf8').trimEnd();
  const [head = [], ...rows] = text.split('\n').map((line) => line.split('\t'));
  const rowOf = (row: string[]) => Object.fromEntries(head.map((key, at) => [key, row[at] ?? '']));
  return rows.map((row) => rowOf(row) as Record<T, string>);
}

/** Success criteria of WCAG 2.2 A and AA. `needs`: content to which a criterion applies. */
export const criteria = readTable<
  'number' | 'id' | 'level' | 'since' | 'needs' | Language | 'stepsEn' | 'stepsZh'
>('criteria.tsv');

/** Names of the checks, their criteria, and the page kinds that they are limited to. */
export const checkTable = new Map(
  readTable<'id' | 'criteria' | 'kinds' | Language>('checks.tsv').map((row) => [
    row.id,
    { ...row, criteria: row.criteria.split(' '), kinds: row.kinds ? row.kinds.split(',') : undefined },
  ]),
);

const texts = new Map(readTable<'key' | Language>('texts.tsv').map((row) => [row.key, row]));

/** Returns the text of a key, with its placeholders filled in. */
export const texter =
  (language: Language) =>
  (key: string, values: Record<string, string | number> = {}): string =>
    (texts.get(key)?.[language] ?? key).replace(/\{(\w+)\}/gu, (_, name: string) => `${values[name] ?? '…'}`);
