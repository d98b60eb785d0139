const MAX_NOTE_LENGTH = 100;

let collected: Set<string> | undefined;

/** Records what cleaning removes from an editor's text. */
export function reportRemovedMarkup(what: string): void {
  collected?.add(what.slice(0, MAX_NOTE_LENGTH).toWellFormed());
}

/** Runs a synchronous function; returns its value and what was removed from the texts in it. */
export function collectRemovedMarkup<T>(read: () => T): { value: T; removed: string[] } {
  const removed = new Set<string>();
  collected = removed;
  try {
    return { value: read(), removed: [...removed] };
  } finally {
    collected = undefined;
  }
}
