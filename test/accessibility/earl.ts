import type { PageResult } from './check.ts';
import { namesOf, stepsOf } from './report.ts';
import type { Pack, Result } from './results.ts';

/** Terms of the WCAG-EM Report Tool, which opens and imports the file. */
const CONTEXT = {
  dcterms: 'http://purl.org/dc/terms/',
  earl: 'http://www.w3.org/ns/earl#',
  wcagem: 'http://www.w3.org/TR/WCAG-EM/#',
  WCAG: 'http://www.w3.org/TR/WCAG/#',
  WAI: 'http://www.w3.org/WAI/',
  id: '@id',
  type: '@type',
  title: 'dcterms:title',
  description: 'dcterms:description',
  summary: 'dcterms:summary',
  date: 'dcterms:date',
  Evaluation: 'wcagem:procedure',
  Website: 'wcagem:website',
  Webpage: 'wcagem:webpage',
  defineScope: 'wcagem:step1',
  scope: 'wcagem:step1a',
  conformanceTarget: 'wcagem:step1b',
  accessibilitySupportBaseline: 'wcagem:step1c',
  exploreTarget: 'wcagem:step2',
  pageTypeVariety: 'wcagem:step2c',
  selectSample: 'wcagem:step3',
  structuredSample: 'wcagem:step3a',
  randomSample: 'wcagem:step3b',
  auditSample: 'wcagem:step4',
  reportFindings: 'wcagem:step5',
  evaluator: 'wcagem:evaluator',
  evaluationSpecifics: 'wcagem:step5b',
  wcagVersion: 'WAI:standards-guidelines/wcag/#versions',
  Assertion: 'earl:Assertion',
  TestRequirement: 'earl:TestRequirement',
  TestResult: 'earl:TestResult',
  TestSubject: 'earl:TestSubject',
  Software: 'earl:Software',
  assertedBy: 'earl:assertedBy',
  mode: { '@id': 'earl:mode', '@type': '@id' },
  outcome: { '@id': 'earl:outcome', '@type': '@id' },
  result: 'earl:result',
  subject: 'earl:subject',
  test: 'earl:test',
};

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
    '@context': CONTEXT,
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
