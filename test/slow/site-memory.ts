import { commandOf, residentMb, treeOf } from '../support/processes.ts';

const SAMPLE_MS = 250;

/** Memory of the site without the processes that look into whole files, in megabytes. */
export function siteMb(pid: number): number {
  const checkers = treeOf(pid).filter((one) => commandOf(one).includes('checker'));
  return checkers.reduce((left, one) => left - residentMb(one), residentMb(pid));
}

/** Looks at it until it is stopped, which gives the most that there was. */
export function watchSite(pid: number): () => number {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, siteMb(pid));
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
}
