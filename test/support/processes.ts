import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 200;

/** Returns `fallback` if the process has exited. */
function read<T>(look: () => T, fallback: T): T {
  try {
    return look();
  } catch {
    return fallback;
  }
}

const fileOf = (pid: number, name: string): string =>
  read(() => readFileSync(`/proc/${pid}/${name}`, 'utf8'), '');

/** Returns the direct children of a process. */
export const childrenOf = (pid: number): number[] =>
  fileOf(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/** Returns a process and its descendants, parents first. Without `/proc`, returns only the process. */
export const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)];

/** Returns the command line of a process, or an empty string if it has exited. */
export const commandOf = (pid: number): string => fileOf(pid, 'cmdline');

/** Kills a process and its descendants, parents first, so that they start no others. */
export function killTree(pid: number): void {
  for (const one of treeOf(pid)) read(() => process.kill(one, 'SIGKILL'), false);
}

const sumOver = (pid: number, measure: (one: number) => number): number =>
  treeOf(pid).reduce((sum, one) => sum + measure(one), 0);

/** Counts file descriptors of a process and its descendants. */
export const descriptorsOf = (pid: number): number =>
  sumOver(pid, (one) => read(() => readdirSync(`/proc/${one}/fd`).length, 0));

/** Returns the resident memory of a process and its descendants. */
export const residentMb = (pid: number): number =>
  Math.round(sumOver(pid, (one) => Number(/VmRSS:\s+(\d+)/u.exec(fileOf(one, 'status'))?.[1] ?? 0)) / 1024);

/** Like `residentMb`, but counts shared memory once (PSS). */
export const proportionalMb = (pid: number): number =>
  Math.round(
    sumOver(pid, (one) => Number(/^Pss:\s+(\d+)/mu.exec(fileOf(one, 'smaps_rollup'))?.[1] ?? 0)) / 1024,
  );

/** Samples resident memory. Returns a stop function, which returns the peak in megabytes. */
export function watchMemory(pid: number): () => number {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, residentMb(pid));
  };
  const timer = setInterval(look, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    look();
    return peak;
  };
}
