const CHECK_MS = 3_600_000;

const load = () => import(BUILT.buildCheck) as Promise<typeof import('./build-check.ts')>;

/** Checks every hour, in a visible page, if it is out of date. The script is loaded then: few visitors stay so long. */
export function watchBuild(): void {
  let isDue = false;
  const checkIfVisible = () => {
    if (!isDue || document.hidden) return;
    isDue = false;
    // Offline, there is nothing newer.
    load().then(
      ({ check }) => check(),
      () => undefined,
    );
  };
  setInterval(() => {
    isDue = true;
    checkIfVisible();
  }, CHECK_MS);
  document.addEventListener('visibilitychange', checkIfVisible);
}
