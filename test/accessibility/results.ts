import { absent } from './across.ts';
import type { PageResult } from './audit.ts';
import { checkTable, criteria } from './tables.ts';

/** None of them says that a criterion is met: that is for a person to judge. */
export const verdicts = ['failed', 'noFailure', 'notApplicable', 'person'] as const;
export type Result = {
  criterion: (typeof criteria)[number];
  verdict: (typeof verdicts)[number];
  /** Checks of the criterion that ran, with the number of their pages. */
  checks: { id: string; pages: number }[];
  failures: { page: PageResult; check: string; message: string }[];
};

export type Pack = {
  base: string;
  pages: PageResult[];
  planned: number;
  listed: number;
  seed: number;
  problems: string[];
  isLive: boolean;
  /** Stopped before all planned pages were tested. */
  isPartial: boolean;
  startedAt: Date;
  seconds: number;
  results: Result[];
};

/** Judges each criterion by what the checks found. */
export function judge(pages: readonly PageResult[]): Result[] {
  const missing = absent(pages);
  return criteria.map((criterion) => {
    const failures = pages.flatMap((page) =>
      page.found.flatMap((one) => (one.criterion === criterion.number ? { ...one, page } : [])),
    );
    const checks = [...checkTable.values()]
      .filter((row) => row.criteria.includes(criterion.number))
      .map(({ id }) => ({ id, pages: pages.filter((page) => page.checks.includes(id)).length }))
      .filter((check) => check.pages > 0);
    const passedOver = missing.includes(criterion.needs) ? 'notApplicable' : 'person';
    const unfailed = checks.length > 0 && passedOver === 'person' ? 'noFailure' : passedOver;
    return { criterion, verdict: failures.length > 0 ? 'failed' : unfailed, checks, failures };
  });
}
