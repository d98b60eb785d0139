import { setImmediate as yieldToOthers } from 'node:timers/promises';

/** Maximum time without a yield: requests are handled on the same thread. */
const TURN_MS = 3;

/** Returns a function for loops of long work, which yields to the event loop at intervals. */
export function takeTurns(): () => Promise<void> {
  let endsAt = performance.now() + TURN_MS;
  return async () => {
    if (performance.now() < endsAt) return;
    await yieldToOthers();
    endsAt = performance.now() + TURN_MS;
  };
}

/** Long work in steps, or its result. */
export type Steps<T> = T | Generator<void, T, void>;

export const isGenerator = <T>(steps: Steps<T>): steps is Generator<void, T, void> =>
  typeof (steps as Partial<Generator> | undefined)?.next === 'function';

/** Runs all steps without a pause. */
export function runSteps<T>(steps: Steps<T>): T {
  if (!isGenerator(steps)) return steps;
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Runs the steps and yields to the event loop at intervals. */
export async function runStepsInTurns<T>(steps: Steps<T>): Promise<T> {
  if (!isGenerator(steps)) return steps;
  const yieldIfDue = takeTurns();
  let step = steps.next();
  while (!step.done) {
    await yieldIfDue();
    step = steps.next();
  }
  return step.value;
}

/** Maps many items and yields to the event loop at intervals. */
export async function mapInTurns<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  const yieldIfDue = takeTurns();
  for (const item of items) {
    results.push(map(item));
    await yieldIfDue();
  }
  return results;
}
