import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { RecordProblem } from '../content/menu/menu-items.ts';

const MAX_REMEMBERED = 10_000;
/** Problems that are logged of one response. */
const MAX_LOGGED = 100;

/** Logs problems with records: one line per path, record and problem, until the response changes. */
export function createRecordLog(log: Logger) {
  const logged = new LRUCache<string, true>({ max: MAX_REMEMBERED });

  return function report(path: string, data: unknown, problems: readonly RecordProblem[]): void {
    if (problems.length === 0) return;
    const digest = createHash('sha256').update(JSON.stringify(data)).digest('base64');
    for (const { record, problem } of problems.slice(0, MAX_LOGGED)) {
      const line = `${path} ${record} ${problem} ${digest}`;
      if (logged.has(line)) continue;
      logged.set(line, true);
      log.warn({ path, record, problem }, 'backend record');
    }
  };
}

export type RecordLog = ReturnType<typeof createRecordLog>;
