import { readFileSync } from 'node:fs';
import { treeOf } from '../support/process-tree.ts';

/** Linux counts processor time in hundredths of a second, whatever its own clock does. */
const TICK_MS = 10;
/** Fields of /proc/PID/stat behind the name of the program, which may itself hold spaces. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** Processor time that a process and those it started have taken so far, all their threads together, in milliseconds. */
export const processorMs = (pid: number): number => sum(treeOf(pid).map(ownProcessorMs));

/** Memory that a process and those it started hold, in megabytes. */
export const residentMb = (pid: number): number => Math.round(sum(treeOf(pid).map(ownResidentMb)));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function ownProcessorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_MS;
}

const ownResidentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
