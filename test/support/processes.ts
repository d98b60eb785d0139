import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever its own clock does. */
const TICK_MS = 10;
const SAMPLE_MS = 200;

/** What a process can still be asked; what has ended answers with nothing. */
function read<T>(look: () => T, nothing: T): T {
  try {
    return look();
  } catch {
    return nothing;
  }
}

const fileOf = (pid: number, name: string): string =>
  read(() => readFileSync(`/proc/${pid}/${name}`, 'utf8'), '');

/** Those that a process has started itself. */
export const childrenOf = (pid: number): number[] =>
  fileOf(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/** A process and those that it has started, itself first; itself alone where the system has no `/proc`. */
export const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)];

/** The words that a process was started with; none where it has ended. */
export const commandOf = (pid: number): string => fileOf(pid, 'cmdline');

/** The fields of `/proc/PID/stat` by their numbers in proc(5), from the third one on: the second, the name, may hold spaces. */
export function statOf(pid: number): (field: number) => number {
  const stat = fileOf(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (field) => Number(fields[field - 3] ?? 0);
}

/** Kills a process and those that it has started: the first one first, so that it starts no others. */
export function killTree(pid: number): void {
  for (const one of treeOf(pid)) read(() => process.kill(one, 'SIGKILL'), false);
}

const sumOver = (pid: number, figure: (one: number) => number): number =>
  treeOf(pid).reduce((sum, one) => sum + figure(one), 0);

/** Descriptors that a process and those it started hold. */
export const descriptorsOf = (pid: number): number =>
  sumOver(pid, (one) => read(() => readdirSync(`/proc/${one}/fd`).length, 0));

/** Processor time that a process and those it started have taken so far, all their threads together, in milliseconds. */
export const processorMs = (pid: number): number =>
  sumOver(pid, (one) => (statOf(one)(14) + statOf(one)(15)) * TICK_MS);

/** Memory that a process and those it started hold, in megabytes. */
export const residentMb = (pid: number): number =>
  Math.round(sumOver(pid, (one) => Number(/VmRSS:\s+(\d+)/u.exec(fileOf(one, 'status'))?.[1] ?? 0)) / 1024);

/** As `residentMb`, but what processes share is shared out among them, so that it counts once. */
export const proportionalMb = (pid: number): number =>
  Math.round(
    sumOver(pid, (one) => Number(/^Pss:\s+(\d+)/mu.exec(fileOf(one, 'smaps_rollup'))?.[1] ?? 0)) / 1024,
  );

/** Looks at the memory of a site until it is stopped, which gives the most that there was, in megabytes. */
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
