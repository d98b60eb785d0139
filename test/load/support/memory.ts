import { residentMb } from '../../bench/process-figures.ts';

const SAMPLE_MS = 200;

/** Looks at the memory of all processes of a site until it is stopped, which gives the most that there was, in megabytes. */
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
