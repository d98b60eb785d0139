import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Fault } from '../content/menu-items.ts';

/** Faults remembered as already logged. */
const MAX_REMEMBERED = 10_000;

/** Logs what was wrong with records: one line for a path, record and fault as long as the answer stays the same. */
export function createFaultLog(log: Logger) {
  const logged = new LRUCache<string, true>({ max: MAX_REMEMBERED });

  return function report(path: string, data: unknown, faults: readonly Fault[]): void {
    if (faults.length === 0) return;
    const answer = createHash('sha256').update(JSON.stringify(data)).digest('base64');
    for (const { record, fault } of faults) {
      const line = `${path} ${record} ${fault} ${answer}`;
      if (logged.has(line)) continue;
      logged.set(line, true);
      log.warn({ path, record, fault }, 'backend record');
    }
  };
}

export type FaultLog = ReturnType<typeof createFaultLog>;
