/** How often it is asked whether the page is out of date, in milliseconds. */
const CHECK_MS = 3_600_000;

const load = () => import(BUILT.buildCheck) as Promise<typeof import('./build-check.ts')>;

/** Asks every hour, where the page is seen, whether it is out of date; few visitors stay so long, so the script comes then. */
export function watchBuild(): void {
  let isDue = false;
  const checkIfSeen = () => {
    if (!isDue || document.hidden) return;
    isDue = false;
    // Without a network there is nothing newer to be had, and the page that is here is better than none.
    load().then(
      ({ check }) => check(),
      () => undefined,
    );
  };
  setInterval(() => {
    isDue = true;
    checkIfSeen();
  }, CHECK_MS);
  document.addEventListener('visibilitychange', checkIfSeen);
}
