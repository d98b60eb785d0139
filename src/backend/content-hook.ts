import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { type BackendPath, paths } from './paths.ts';

/** A process may hear of a change more than once; so many of the last ones are known again. */
const MOST_KNOWN = 1000;

/** The content of these paths of the contract has changed, or that of all. */
export type ContentChange = { id: string; paths?: BackendPath[] };

const contentChange = z.object({ id: z.string(), paths: z.array(z.enum(Object.values(paths))).optional() });

/** How machines tell each other short texts; `onListening` is called whenever what was told before may have been missed. */
type Machines = {
  announce: (text: string) => Promise<void>;
  listen: (hearing: { onText: (text: string) => void; onListening: () => void }) => () => Promise<void>;
};

export type ContentHookParts = {
  /** Whether the backend may tell at all. */
  isOpen: boolean;
  /** Marks the content of these paths, or all, as stale in this process. */
  onChange: (paths?: BackendPath[]) => void;
  machines: Machines;
  /**
   * Has every process of this machine hear of a change, this one too, and says whether it could; this is the only process where
   * it is missing.
   */
  spread?: (change: ContentChange) => boolean;
};

/** What the backend tells of its content: told to one process, it is heard by every process of every machine. */
export function createContentHook({ isOpen, onChange, machines, ...options }: ContentHookParts) {
  const spread = options.spread ?? hearAlone;
  const known = new LRUCache<string, true>({ max: MOST_KNOWN });

  function hear({ id, paths }: ContentChange): void {
    if (known.has(id)) return;
    known.set(id, true);
    onChange(paths);
  }

  function hearAlone(change: ContentChange): boolean {
    hear(change);
    return true;
  }

  return {
    hear,

    /** Rejects where not all processes and machines could be told; the others have heard of it all the same. */
    async tell(paths?: BackendPath[]): Promise<void> {
      const change = { id: randomUUID(), paths };
      const isSpread = spread(change);
      await machines.announce(JSON.stringify(change));
      if (!isSpread) throw new Error('this process has no primary any more');
    },

    /** Passes on what other machines tell, for all processes of this one. Gives what ends it. */
    listen(): () => Promise<void> {
      if (!isOpen) return async () => undefined;
      return machines.listen({
        onText: (text) => void spread(readChange(text)),
        onListening: () => void spread({ id: randomUUID() }),
      });
    },
  };
}

/** What a machine with another version of the site says may not be understood: then all has changed. */
function readChange(text: string): ContentChange {
  try {
    return contentChange.parse(JSON.parse(text));
  } catch {
    return { id: randomUUID() };
  }
}
