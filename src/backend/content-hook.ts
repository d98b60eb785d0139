import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { type BackendPath, paths } from './paths.ts';

/** An instance receives its own announcement, too. */
const MAX_REMEMBERED = 1000;

/** Change of the content of some paths of the contract, or of all. */
type ContentChange = { id: string; paths?: BackendPath[] };

const contentChange = z.object({ id: z.string(), paths: z.array(z.enum(Object.values(paths))).optional() });

/** Messages between machines. `onListening` is called whenever earlier messages may have been missed. */
type Machines = {
  announce: (text: string) => Promise<void>;
  listen: (hearing: { onText: (text: string) => void; onListening: () => void }) => () => Promise<void>;
};

export type ContentHookParts = {
  /** Whether the hook is configured. */
  isOpen: boolean;
  /** Marks the content of these paths, or all, as stale. */
  onChange: (paths?: BackendPath[]) => void;
  machines: Machines;
};

/** Passes on the content changes that one instance receives to all of them. */
export function createContentHook({ isOpen, onChange, machines }: ContentHookParts) {
  const known = new LRUCache<string, true>({ max: MAX_REMEMBERED });

  function receive({ id, paths }: ContentChange): void {
    if (known.has(id)) return;
    known.set(id, true);
    onChange(paths);
  }

  return {
    /** Rejects if the other instances could not be notified. */
    async announce(paths?: BackendPath[]): Promise<void> {
      const change = { id: randomUUID(), paths };
      receive(change);
      await machines.announce(JSON.stringify(change));
    },

    /** Receives the messages of other instances. Returns a stop function. */
    listen(): () => Promise<void> {
      if (!isOpen) return async () => undefined;
      return machines.listen({
        onText: (text) => receive(parseChange(text)),
        onListening: () => receive({ id: randomUUID() }),
      });
    },
  };
}

/** A message that another version of the site sent may be unreadable: then all content has changed. */
function parseChange(text: string): ContentChange {
  try {
    return contentChange.parse(JSON.parse(text));
  } catch {
    return { id: randomUUID() };
  }
}
