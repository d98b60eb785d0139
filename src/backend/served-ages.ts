/** The shortest time that an age counts, in milliseconds. */
export const WINDOW_MS = 60_000;

/** The greatest age of what was served of late: of the running minute and the one before it. */
export function createServedAges(now: () => number = Date.now) {
  let [minute, current, last] = [0, 0, 0];

  function turn(): void {
    const present = Math.floor(now() / WINDOW_MS);
    if (present === minute) return;
    [last, current] = [present === minute + 1 ? current : 0, 0];
    minute = present;
  }

  return {
    /** Notes that something of this age was served, in milliseconds. */
    note(age: number): void {
      turn();
      if (age > current) current = age;
    },

    /** In milliseconds; 0 where nothing was served. */
    oldest(): number {
      turn();
      return Math.max(current, last);
    },
  };
}
