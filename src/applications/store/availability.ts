import { onChange } from '../../lib/log.ts';

/** Parts of the store that may fail. `disk` is the space for uploads on this machine. Texts are stored even without it. */
export const STORE_PARTS = ['database', 'files', 'disk'] as const;
type StorePart = (typeof STORE_PARTS)[number];

const CHECK_INTERVAL_MS = 2000;

type Checks = Record<StorePart, () => Promise<void>>;
type OnChange = (part: StorePart, reason: string | undefined) => void;

/** Returns a function that lists the parts that failed their last check. Checks in the background: no request waits for them. */
export function watchAvailability(checks: Checks, onPartChange: OnChange): () => StorePart[] {
  const unavailable = new Map<StorePart, boolean>();
  const startChecks = STORE_PARTS.map((part) => createCheck(part));

  function createCheck(part: StorePart): () => void {
    const report = onChange<string | undefined>((reason) => onPartChange(part, reason));
    let nextAt = 0;
    const finish = (reason?: string): void => {
      unavailable.set(part, reason !== undefined);
      report(reason);
      nextAt = performance.now() + CHECK_INTERVAL_MS;
    };
    return () => {
      if (performance.now() < nextAt) return;
      nextAt = Number.POSITIVE_INFINITY;
      checks[part]().then(
        () => finish(),
        (error: Error) => finish(error.message),
      );
    };
  }

  return () => {
    for (const start of startChecks) start();
    return STORE_PARTS.filter((part) => unavailable.get(part));
  };
}
