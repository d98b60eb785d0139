export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Returns the smallest value that at least this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export type Goal = { name: string; value: number; limit: number; isFloor?: boolean };

export const isReached = ({ value, limit, isFloor = false }: Goal): boolean =>
  isFloor ? value >= limit : value <= limit;

/** Prints each goal and whether it was reached. */
export function printGoals(goals: readonly Goal[]): void {
  for (const goal of goals) {
    const bound = `${goal.isFloor ? 'at least' : 'at most'} ${goal.limit}`;
    console.log(
      `${isReached(goal) ? 'reached    ' : 'FALLS SHORT'}  ${goal.name}: ${goal.value.toFixed(2)} (${bound})`,
    );
  }
}
