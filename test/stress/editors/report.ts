import { findReason } from './accepted.ts';
import type { Difference } from './compare/compare-pages.ts';

export type Result = { editor: string; document: string; differences: Difference[] };

const WIDTHS = [20, 12, 12, 12, 12];
const row = (cells: readonly (string | number)[]): string =>
  cells
    .map((cell, at) => `${cell}`.padEnd(WIDTHS[at] ?? 0))
    .join('')
    .trimEnd();

const isLeft = ({ editor, document }: Result, difference: Difference): boolean =>
  findReason(editor, document, difference) === undefined;

/** Returns the number of differences that are not accepted. */
export const countLeft = (results: readonly Result[]): number =>
  results.reduce((sum, result) => sum + result.differences.filter((one) => isLeft(result, one)).length, 0);

/** Returns a table of editors, then each difference in one line. */
export function formatReport(results: readonly Result[]): string {
  const names = [...new Set(results.map(({ editor }) => editor))];
  const rows = names.map((name) => {
    const own = results.filter(({ editor }) => editor === name);
    const all = own.reduce((sum, { differences }) => sum + differences.length, 0);
    const differing = own.filter((result) => countLeft([result]) > 0).length;
    return row([name, own.length, differing, countLeft(own), all - countLeft(own)]);
  });
  const lines = results.flatMap(({ editor, document, differences }) =>
    differences.map((difference) => {
      const reason = findReason(editor, document, difference);
      return `${editor}, ${document}: ${difference.kind}: ${difference.text}${reason ? ` (accepted: ${reason})` : ''}`;
    }),
  );
  return [row(['editor', 'documents', 'differing', 'differences', 'accepted']), ...rows, '', ...lines].join(
    '\n',
  );
}
