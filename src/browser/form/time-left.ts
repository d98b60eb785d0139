/** Before so much time has passed, in milliseconds, a rate says little. */
const SETTLED_MS = 5000;
const MINUTE_MS = 60_000;

/** Tells how many minutes the rest will take by the rate so far, rounded up; undefined before that is known. */
export function createTimeLeft(now: () => number = () => performance.now()) {
  const begunAt = now();
  let first: number | undefined;
  return (done: number, whole: number): number | undefined => {
    first ??= done;
    const took = now() - begunAt;
    if (took < SETTLED_MS || done <= first) return undefined;
    return Math.ceil(((whole - done) * took) / (done - first) / MINUTE_MS);
  };
}
