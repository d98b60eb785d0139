import * as z from 'zod';
import { type BackendPath, CONTRACT_ROOT } from './paths.ts';

const path = z.custom<BackendPath>(
  (value) => typeof value === 'string' && value.startsWith(`${CONTRACT_ROOT}/`),
);
/** Change of the content of some paths of the contract, or of all. */
const contentChange = z.object({ paths: z.array(path).optional() });

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

/** Passes on the content changes that one instance receives to all of them, which may include itself. */
export const createContentHook = ({ isOpen, onChange, machines }: ContentHookParts) => ({
  /** Rejects if the other instances could not be notified. */
  async announce(paths?: BackendPath[]): Promise<void> {
    onChange(paths);
    await machines.announce(JSON.stringify({ paths }));
  },

  /** Receives the messages of other instances. Returns a stop function. */
  listen(): () => Promise<void> {
    if (!isOpen) return async () => undefined;
    return machines.listen({
      onText: (text) => onChange(parsePaths(text)),
      onListening: () => onChange(),
    });
  },
});

/** A message that another version of the site sent may be unreadable: then all content has changed. */
function parsePaths(text: string): BackendPath[] | undefined {
  try {
    return contentChange.parse(JSON.parse(text)).paths;
  } catch {
    return undefined;
  }
}
