import { readdirSync } from 'node:fs';
import { treeOf } from './process-tree.ts';

/** Descriptors that a process and those it started hold. */
export const descriptorsOf = (pid: number): number => treeOf(pid).reduce((sum, one) => sum + heldBy(one), 0);

function heldBy(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
