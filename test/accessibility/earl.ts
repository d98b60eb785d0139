import type { PageResult } from './audit.ts';
import context from './earl-context.json' with { type: 'json' };
import { namesOf, stepsOf } from './report.ts';
import type { Pack, Result } from './results.ts';

const SOFTWARE = {
  id: '_:checks',
  type: 'Software',
  title: 'npm run accessibility (axe-core, html-validate, Playwright)',
};

/** A tool without findings never reports `earl:passed`, because it cannot judge every criterion. */
const OUTCOMES = {
  failed: 'failed',
  noFailure: 'cantTell',
  notApplicable: 'inapplicable',
  person: 'untested',
};

const subject = (type: string, id: string, title: string) => ({
  id,
  type: ['TestSubject', type],
  title,
  description: id,
});

/** Describes a test subject. Each state of a URL is a separate one. */
const webpage = ({ entry: { id, url, reach }, facts: { title } }: PageResult) =>
  subject('Webpage', reach ? `${url}#${id}` : url, `${title} (${id})`);

const assertion = ({ criterion }: Result, tested: object, outcome: string, description: string) => ({
  type: 'Assertion',
  assertedBy: SOFTWARE,
  mode: 'earl:automatic',
  subject: tested,
  test: { id: `WCAG:${criterion.id}`, type: 'TestRequirement', title: criterion.number },
  result: { type: 'TestResult', outcome: `earl:${outcome}`, description },
});

/** Builds the evaluation in the format of the WCAG-EM Report Tool, with an assertion for each criterion and each failure. */
export function earl({ base, pages, results, startedAt, seed }: Pack): object {
  const website = subject('Website', base, base);
  const auditSample = results.flatMap((result) => {
    const checked = `Checked by: ${namesOf(result.checks, 'en') || 'nothing'}. By a person: ${stepsOf(result, 'en').join('; ')}.`;
    const failed = result.failures.map(({ page, check, message }) =>
      assertion(result, webpage(page), 'failed', `${check}: ${message}`),
    );
    return [assertion(result, website, OUTCOMES[result.verdict], checked), ...failed];
  });
  const random = pages.filter(({ entry }) => entry.isRandom);
  const structured = pages.filter(({ entry }) => !entry.isRandom);
  return {
    '@context': context,
    type: 'Evaluation',
    defineScope: {
      scope: website,
      wcagVersion: '2.2',
      conformanceTarget: 'AA',
      accessibilitySupportBaseline: 'Chromium',
    },
    exploreTarget: { pageTypeVariety: [...new Set(structured.map(({ entry }) => entry.kind))].join(', ') },
    selectSample: { structuredSample: structured.map(webpage), randomSample: random.map(webpage) },
    auditSample,
    reportFindings: {
      title: `Accessibility evidence of ${base}`,
      date: startedAt.toISOString(),
      evaluator: SOFTWARE.title,
      evaluationSpecifics: `Seed of the random sample: ${seed}`,
      summary: 'Automated tests. Each criterion still needs the judgement of a person.',
    },
  };
}
