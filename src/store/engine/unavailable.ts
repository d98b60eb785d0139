import { onChange } from '../../lib/on-change.ts';

/** The parts of the store that may be on other machines. */
export const PARTS = ['database', 'files'] as const;
export type Part = (typeof PARTS)[number];

/** The time from the answer of a part to the next question to it, in milliseconds. */
const ASK_AGAIN_MS = 2000;

type Checks = Record<Part, () => Promise<void>>;
type Tell = (part: Part, reason: string | undefined) => void;

/**
 * Says at once which parts did not answer when they were asked last, and asks again behind that, so that nobody waits for a
 * part that is silent. `tell` hears of each change, with the reason where a part is away.
 */
export function watchParts(checks: Checks, tell: Tell): () => Part[] {
  const away = new Map<Part, boolean>();
  const looks = PARTS.map((part) => createLook(part));

  function createLook(part: Part): () => void {
    const told = onChange<string | undefined>((reason) => tell(part, reason));
    let nextAt = 0;
    return () => {
      if (performance.now() < nextAt) return;
      nextAt = Number.POSITIVE_INFINITY;
      void checks[part]()
        .then(
          () => undefined,
          (error: Error) => error.message,
        )
        .then((reason) => {
          away.set(part, reason !== undefined);
          told(reason);
          nextAt = performance.now() + ASK_AGAIN_MS;
        });
    };
  }

  return () => {
    for (const look of looks) look();
    return PARTS.filter((part) => away.get(part));
  };
}
