import type { CheckTask } from '../thread.ts';

/** Takes all memory that there is for a file of that name; others pass. */
export default function check({ name }: CheckTask) {
  const taken: unknown[] = [];
  while (name === 'greedy.pdf') taken.push(new Array(100_000).fill(name));
  return { ok: true, type: 'application/pdf' };
}
