import type { PageResult } from './check.ts';
import context from './earl-context.json' with { type: 'json' };
import { namesOf, stepsOf } from './report.ts';
import type { Pack, Result } from './results.ts';

const SOFTWARE = {
  id: '_:checks',
  type: 'Software',
  title: 'npm run accessibility (axe-core, html-validate, Playwright)',
};

/** A machine that finds nothing cannot tell: it never says `earl:passed`. */
const OUTCOMES = {
  failed: 'earl:failed',
  noFailure: 'earl:cantTell',
  notApplicable: 'earl:inapplicable',
  person: 'earl:untested',
};

const website = ({ base }: Pack) => ({
  id: base,
  type: ['TestSubject', 'Website'],
  title: base,
  description: base,
});
/** States of one address are several subjects. */
function webpage({ entry: { id, url, reach }, title }: PageResult) {
  const address = reach ? `${url}#${id}` : url;
  return { id: address, type: ['TestSubject', 'Webpage'], title: `${title} (${id})`, description: address };
}

function assertion({ criterion }: Result, subject: object, outcome: string, description: string) {
  return {
    type: 'Assertion',
    assertedBy: SOFTWARE,
    mode: 'earl:automatic',
    subject,
    test: { id: `WCAG:${criterion.id}`, type: 'TestRequirement', title: criterion.number },
    result: { type: 'TestResult', outcome, description },
  };
}

/** One assertion a criterion for the site, and one for each page that fails it. */
export function earl(pack: Pack): object {
  const assertions = pack.results.flatMap((result) => {
    const byPage = Map.groupBy(result.failures, ({ page }) => page);
    const steps = `By a person: ${stepsOf(result, 'en').join('; ')}.`;
    const checked = result.checks.length > 0 ? `Checked by ${namesOf(result.checks, 'en')}. ` : '';
    return [
      assertion(result, website(pack), OUTCOMES[result.verdict], checked + steps),
      ...[...byPage].map(([page, failures]) =>
        assertion(
          result,
          webpage(page),
          'earl:failed',
          failures.map(({ check, message }) => `${check}: ${message}`).join('\n'),
        ),
      ),
    ];
  });
  const sampled = (isRandom: boolean) =>
    pack.pages.filter(({ entry }) => Boolean(entry.isRandom) === isRandom).map(webpage);
  return {
    '@context': context,
    type: 'Evaluation',
    defineScope: {
      scope: website(pack),
      wcagVersion: '2.2',
      conformanceTarget: 'AA',
      accessibilitySupportBaseline: 'Chromium',
    },
    exploreTarget: {
      pageTypeVariety: [
        ...new Set(pack.pages.map(({ entry }) => (entry.isRandom ? 'random' : entry.kind))),
      ].join(', '),
    },
    selectSample: { structuredSample: sampled(false), randomSample: sampled(true) },
    auditSample: assertions,
    reportFindings: {
      title: `Accessibility evidence of ${pack.base}`,
      date: pack.startedAt.toISOString(),
      evaluator: SOFTWARE.title,
      evaluationSpecifics: `Seed of the random sample: ${pack.seed}`,
      summary: 'Automated tests. Each criterion still needs the judgement of a person.',
    },
  };
}
