import * as z from 'zod';
import { type BackendPath, CONTRACT_ROOT } from './client.ts';

const path = z.custom<BackendPath>(
  (value) => typeof value === 'string' && value.startsWith(`${CONTRACT_ROOT}/`),
);
/** Notification that the content of these contract paths has changed, or all content if `paths` is missing. */
const contentChange = z.object({ paths: z.array(path).optional() });

type ContentHookOptions = {
  /** Whether the hook is configured. */
  isOpen: boolean;
  /** Marks the content of these paths, or all content, as stale. */
  onChange: (paths?: BackendPath[]) => void;
  /** Messages between machines. `onListening` is called whenever earlier messages may have been missed. */
  machines: {
    announce: (text: string) => Promise<void>;
    listen: (hearing: { onText: (text: string) => void; onListening: () => void }) => () => Promise<void>;
  };
};

/** Broadcasts the content changes that one instance receives to all instances, including itself. */
export const createContentHook = ({ isOpen, onChange, machines }: ContentHookOptions) => ({
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

/** Returns undefined, which means all content, for a message of another version of the site that this one cannot parse. */
function parsePaths(text: string): BackendPath[] | undefined {
  try {
    return contentChange.parse(JSON.parse(text)).paths;
  } catch {
    return undefined;
  }
}
