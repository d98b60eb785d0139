const MAX_NOTE_LENGTH = 100;

let collected: Set<string> | undefined;

/** Notes what an editor's text loses while it is cleaned. */
export function reportRemovedMarkup(what: string): void {
  collected?.add(what.slice(0, MAX_NOTE_LENGTH).toWellFormed());
}

/** Runs a synchronous read and returns what the texts in it lost. */
export function collectRemovedMarkup<T>(read: () => T): { value: T; removed: string[] } {
  const removed = new Set<string>();
  collected = removed;
  try {
    return { value: read(), removed: [...removed] };
  } finally {
    collected = undefined;
  }
}
