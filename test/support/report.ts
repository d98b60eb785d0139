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

type Goal = { name: string; value: number; limit: number; isFloor?: boolean };

/** Prints each goal and whether it was reached. */
export function printGoals(goals: readonly Goal[]): void {
  for (const { name, value, limit, isFloor = false } of goals) {
    const isReached = isFloor ? value >= limit : value <= limit;
    const bound = `${isFloor ? 'at least' : 'at most'} ${limit}`;
    console.log(`${isReached ? 'reached    ' : 'FALLS SHORT'}  ${name}: ${value.toFixed(2)} (${bound})`);
  }
}
