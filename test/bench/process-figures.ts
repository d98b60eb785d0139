import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever its own clock does. */
const TICK_MS = 10;
/** Fields of /proc/PID/stat behind the name of the program, which may itself hold spaces. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** Processor time that a process has taken so far, all its threads together, in milliseconds. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_MS;
}

/** Memory that a process holds, in megabytes. */
export const residentMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
