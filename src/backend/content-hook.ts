import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { type BackendPath, paths } from './paths.ts';

/** A process may receive a change more than once. */
const MAX_REMEMBERED = 1000;

/** Change of the content of some paths of the contract, or of all. */
export type ContentChange = { id: string; paths?: BackendPath[] };

const contentChange = z.object({ id: z.string(), paths: z.array(z.enum(Object.values(paths))).optional() });

/** Messages between machines. `onListening` is called whenever earlier messages may have been missed. */
type Machines = {
  announce: (text: string) => Promise<void>;
  listen: (hearing: { onText: (text: string) => void; onListening: () => void }) => () => Promise<void>;
};

export type ContentHookParts = {
  /** Whether the hook is configured. */
  isOpen: boolean;
  /** Marks the content of these paths, or all, as stale in this process. */
  onChange: (paths?: BackendPath[]) => void;
  machines: Machines;
  /** Broadcasts a change to all processes of this machine; returns false if it could not. Unset if this is the only process. */
  broadcast?: (change: ContentChange) => boolean;
};

/** Passes on the content changes that one process receives to all processes of all machines. */
export function createContentHook({ isOpen, onChange, machines, ...options }: ContentHookParts) {
  const broadcast = options.broadcast ?? receiveHere;
  const known = new LRUCache<string, true>({ max: MAX_REMEMBERED });

  function receive({ id, paths }: ContentChange): void {
    if (known.has(id)) return;
    known.set(id, true);
    onChange(paths);
  }

  function receiveHere(change: ContentChange): boolean {
    receive(change);
    return true;
  }

  return {
    receive,

    /** Rejects if not all processes and machines could be notified; the others were. */
    async announce(paths?: BackendPath[]): Promise<void> {
      const change = { id: randomUUID(), paths };
      const isBroadcast = broadcast(change);
      await machines.announce(JSON.stringify(change));
      if (!isBroadcast) throw new Error('this process has lost its primary');
    },

    /** Passes on messages of other machines to all processes of this one. Returns a stop function. */
    listen(): () => Promise<void> {
      if (!isOpen) return async () => undefined;
      return machines.listen({
        onText: (text) => void broadcast(parseChange(text)),
        onListening: () => void broadcast({ id: randomUUID() }),
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
