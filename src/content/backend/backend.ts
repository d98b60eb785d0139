import type { Logger } from 'pino';
import * as z from 'zod';
import type { Language } from '../../i18n/languages.ts';
import { createCache } from './cache.ts';
import { type BackendPath, type Client, CONTRACT_ROOT } from './client.ts';
import { createContent } from './content.ts';
import { createContentCopies, noCopies } from './content-copies.ts';
import type { Safe } from './schemas.ts';
import { createRecordLog, type WhileParsing } from './sources.ts';

type Parts = {
  client: Client;
  api: { baseUrl?: string; headers: Record<string, string>; timeoutMs: number };
  contentDir?: string;
  contentHookToken?: string;
  freshMs: number;
  staleMs: number;
  dataDir: string;
  log: Logger;
  safe: (language: Language) => Safe;
  /** Parses a response, with its cache key as context. */
  whileParsing?: WhileParsing;
  /** Counts a call by its result. */
  countCall: <T>(path: string, call: Promise<T>) => Promise<T>;
  /** Called after a failed refresh, while the stale response is served. */
  onStale: (path: string) => void;
} & Pick<ContentHookParts, 'machines'>;

/** Provides typed content from the backend through the cache and its copies on disk, and handles the change hook. */
export function createBackend({ client, api, freshMs, staleMs, dataDir, log, ...parts }: Parts) {
  const hasHook = parts.contentHookToken !== undefined;
  const copies =
    freshMs + staleMs === 0
      ? noCopies
      : createContentCopies({ dataDir, owner: ownerOf(api, parts.contentDir), log });
  const cache = createCache({
    freshMs,
    staleMs,
    hasHook,
    onStale: (path, error) => {
      parts.onStale(path);
      log.warn({ path, reason: (error as Error).message }, 'served a stale response');
    },
  });
  return {
    cache,
    copies,
    content: createContent({
      client: { get: (path, ...call) => parts.countCall(path, client.get(path, ...call)) },
      cache,
      copies,
      report: createRecordLog(log),
      safe: parts.safe,
      whileParsing: parts.whileParsing,
      timeoutMs: api.timeoutMs,
    }),
    contentHook: createContentHook({
      isOpen: hasHook,
      onChange: cache.change,
      machines: parts.machines,
    }),
    close: copies.close,
  };
}

/** Builds the cache namespace: one backend and tenant never sees another's content. */
function ownerOf({ baseUrl, headers }: Parts['api'], contentDir?: string): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  return [baseUrl ?? contentDir ?? 'the demo content', ...lines.sort()];
}

const path = z.custom<BackendPath>(
  (value) => typeof value === 'string' && value.startsWith(`${CONTRACT_ROOT}/`),
);
/** Notification that the content of some contract paths, or of all, has changed. */
const contentChange = z.object({ paths: z.array(path).optional() });

/** Messages between machines. `onListening` is called whenever earlier messages may have been missed. */
type Machines = {
  announce: (text: string) => Promise<void>;
  listen: (hearing: { onText: (text: string) => void; onListening: () => void }) => () => Promise<void>;
};

type ContentHookParts = {
  /** Whether the hook is configured. */
  isOpen: boolean;
  /** Marks the content of these paths, or all content, as stale. */
  onChange: (paths?: BackendPath[]) => void;
  machines: Machines;
};

/** Broadcasts the content changes that one instance receives to all instances, including itself. */
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

/** Another version of the site may send a message that this one cannot parse; then all content counts as changed. */
function parsePaths(text: string): BackendPath[] | undefined {
  try {
    return contentChange.parse(JSON.parse(text)).paths;
  } catch {
    return undefined;
  }
}
