import type { PageResult } from './audit.ts';
import { checkTable, criteria, readTable } from './tables.ts';

/** No verdict means that a criterion is met, because only a person can judge that. */
export const verdicts = ['failed', 'noFailure', 'notApplicable', 'person'] as const;

export type Result = {
  criterion: (typeof criteria)[number];
  verdict: (typeof verdicts)[number];
  /** Completed checks of the criterion, with the number of their pages. */
  checks: { id: string; pages: number }[];
  failures: { page: PageResult; check: string; message: string }[];
};

export type Pack = {
  base: string;
  pages: PageResult[];
  listed: number;
  seed: number;
  problems: string[];
  isLive: boolean;
  startedAt: Date;
  seconds: number;
  results: Result[];
};

/** Patterns of content in pages and scripts to which a criterion applies. */
const needs = readTable<'kind' | 'pattern'>('needs.tsv');

/** Judges each criterion by the findings of the checks. */
export function judge(pages: readonly PageResult[]): Result[] {
  const isIn = (pattern: string) => pages.some(({ facts }) => new RegExp(pattern, 'u').test(facts.source));
  const absent = needs.filter(({ pattern }) => pages.length > 0 && !isIn(pattern)).map(({ kind }) => kind);
  return criteria.map((criterion) => {
    const { number, needs: needed } = criterion;
    const failures = pages.flatMap((page) =>
      page.found.filter((one) => one.criterion === number).map((one) => ({ ...one, page })),
    );
    const checks = [...checkTable.values()]
      .filter((row) => row.criteria.includes(number))
      .map(({ id }) => ({ id, pages: pages.filter((page) => page.checks.includes(id)).length }))
      .filter((check) => check.pages > 0);
    const verdict = absent.includes(needed) ? 'notApplicable' : checks.length > 0 ? 'noFailure' : 'person';
    return { criterion, verdict: failures.length > 0 ? 'failed' : verdict, checks, failures };
  });
}
