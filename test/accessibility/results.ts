import type { PageResult } from './check.ts';
import { absent, acrossPages, whole } from './checks/whole.ts';
import { checkTable, criteria } from './tables.ts';

/** None of them says that a criterion is met: that is for a person to judge. */
export type Verdict = 'failed' | 'noFailure' | 'notApplicable' | 'person';
export type Failure = { page: PageResult; check: string; message: string };
export type Result = {
  criterion: (typeof criteria)[number];
  verdict: Verdict;
  /** Checks of the criterion that ran, with the number of their pages. */
  checks: { id: string; pages: number }[];
  failures: Failure[];
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

/** Adds the failures that only show across pages. */
export function withComparisons(pages: PageResult[]): PageResult[] {
  for (const { result, found } of acrossPages(pages)) result.found.push({ ...found, check: whole.id });
  return pages;
}

/** Judges each criterion by what the checks found. */
export function judge(pages: readonly PageResult[]): Result[] {
  const missing = absent(pages);
  return criteria.map((criterion) => {
    const failures = pages.flatMap((page) =>
      page.found
        .filter((one) => one.criterion === criterion.number)
        .map(({ check, message }) => ({ page, check, message })),
    );
    const checks = [...checkTable.values()]
      .filter((row) => row.criteria.includes(criterion.number))
      .map(({ id }) => ({ id, pages: pages.filter((page) => page.checks.includes(id)).length }))
      .filter((check) => check.pages > 0);
    const verdict = (): Verdict => {
      if (failures.length > 0) return 'failed';
      if (missing.has(criterion.needs)) return 'notApplicable';
      return checks.length > 0 ? 'noFailure' : 'person';
    };
    return { criterion, verdict: verdict(), checks, failures };
  });
}
