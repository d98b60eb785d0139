import type { Environment } from './environment.ts';
import { schema } from './schema.ts';

/** Settings of earlier versions, with what replaces them. */
const REMOVED: Record<string, string> = {
  WEB_CONCURRENCY: 'the site is one process; for more, start several instances (OPERATING.md, section 9)',
};

/** A longer name allows two typing errors. */
const LONG_NAME = 8;

/** Names variables that are no longer settings or look like a misspelt one. */
export const unknownSettings = (environment: Environment): string[] =>
  Object.keys(environment)
    .filter((name) => environment[name]?.trim() && !(name in schema.shape))
    .flatMap((name) => {
      if (Object.hasOwn(REMOVED, name)) return [`${name} has no effect: ${REMOVED[name]}`];
      const nearest = Object.keys(schema.shape).find((setting) => isSimilar(name, setting));
      return nearest ? [`${name} is not a setting: is ${nearest} meant?`] : [];
    });

function isSimilar(name: string, setting: string): boolean {
  const [one, other] = [name, setting].map((text) => text.toUpperCase().replaceAll(/[^A-Z\d]/gu, ''));
  return editDistance(one ?? '', other ?? '') <= (Math.min(name.length, setting.length) < LONG_NAME ? 1 : 2);
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other (optimal string alignment). */
function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + Number(!isSame),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
