export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The value that this share of a sorted list is not above. */
export const percentile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** A table as Markdown writes it, its columns in line: names to the left, figures to the right. */
export function table(head: readonly string[], rows: readonly (string | number)[][]): string {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [cells[0] ?? [], rule, ...cells.slice(1)].map(line).join('\n');
}

export type Goal = { name: string; value: number; limit: number; isFloor?: boolean };

/** Whether a figure is within its limit. */
export const isReached = ({ value, limit, isFloor = false }: Goal): boolean =>
  isFloor ? value >= limit : value <= limit;

/** Says of each goal whether it was reached; a noisy machine is no reason to fail. */
export function tellGoals(goals: readonly Goal[]): void {
  for (const goal of goals) {
    const { name, value, limit, isFloor = false } = goal;
    const bound = `${isFloor ? 'at least' : 'at most'} ${limit}`;
    console.log(
      `${isReached(goal) ? 'reached    ' : 'FALLS SHORT'}  ${name}: ${value.toFixed(2)} (${bound})`,
    );
  }
}

const TOLD = /^(reached|FALLS SHORT) +(.+): (\S+) \((at (?:least|most) \S+)\)$/gmu;

/** What `tellGoals` said, as rows: the figure's name, its value, the goal, and whether that was reached. */
export const readGoals = (said: string): string[][] =>
  [...said.matchAll(TOLD)].map(([, word, name = '', value = '', goal = '']) => [
    name,
    value,
    goal,
    word === 'reached' ? 'yes' : 'no',
  ]);
