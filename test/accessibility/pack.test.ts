/** @module-tag matrix */
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.ts';
import { EVERYTHING, loadAxe, violationsOf } from '../support/axe.ts';
import { viewports, withPage } from '../support/browser.ts';
import { markupFaults } from '../support/markup.ts';
import type { PageResult } from './check.ts';
import { checks } from './checks/index.ts';
import { earl } from './earl.ts';
import { acrHtml, reportHtml } from './report.ts';
import { judge, type Pack } from './results.ts';
import { checkTable, criteria } from './tables.ts';

const page: PageResult = {
  entry: { id: 'en-home', kind: 'home', language: 'en', url: 'https://www.group.example/en' },
  title: 'Home & more',
  checks: checks.map(({ id }) => id),
  found: [
    { check: 'axe', criterion: '1.4.3', message: 'too little contrast <p>' },
    { check: 'html-validate', message: 'a remark' },
  ],
  facts: { unsure: ['1.4.3 color-contrast: 2 elements'] },
  evidence: ['evidence/en-home/axe.json'],
};
const pack: Pack = {
  base: 'https://www.group.example',
  pages: [page],
  planned: 2,
  listed: 64,
  seed: 7,
  problems: ['https://www.group.example/en/news: answers 500 instead of 200'],
  isLive: true,
  isPartial: true,
  startedAt: new Date(0),
  seconds: 60,
  results: judge([page]),
};

describe('the tables', () => {
  it('have the 31 criteria of level A and the 24 of level AA', () => {
    const count = (level: string) => criteria.filter((row) => row.level === level).length;
    expect([count('A'), count('AA'), criteria.length]).toEqual([31, 24, 55]);
    expect(criteria.filter((row) => Object.values(row).length !== 8 || !row.stepsEn || !row.stepsZh)).toEqual(
      [],
    );
  });

  it('have a row for each check, with existing criteria', () => {
    expect([...checkTable.keys()].sort()).toEqual(checks.map(({ id }) => id).sort());
    const numbers = new Set(criteria.map(({ number }) => number));
    expect(
      [...checkTable.values()].flatMap((row) => row.criteria.filter((number) => !numbers.has(number))),
    ).toEqual([]);
  });
});

describe.each(languages)('the report in %s', (language) => {
  it.each([
    ['index', reportHtml],
    ['acr', acrHtml],
  ])('%s has no failure of axe and html-validate', async (_, write) => {
    const html = write(pack, language);
    expect(await markupFaults(html)).toEqual([]);
    for (const viewport of [viewports.phone, viewports.desk])
      await withPage({ viewport }, async (shown) => {
        await shown.setContent(html);
        await loadAxe(shown);
        expect(await violationsOf(shown, EVERYTHING)).toEqual([]);
        expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      });
  });

  it('names all criteria, the failure and the problem, and never says that a criterion is met', () => {
    const html = reportHtml(pack, language);
    for (const { number, id } of criteria) expect(html).toContain(`<h3 id="sc-${id}">${number} `);
    expect(html).toContain('too little contrast &lt;p&gt;');
    expect(html).toContain('answers 500 instead of 200');
    expect(html.replace(/“passed”|“通过”/gu, '')).not.toMatch(/\bpassed\b|已通过|>通过/u);
  });
});

/** Terms of EARL 1.0 and of the WCAG-EM Report Tool's data format. */
const EARL =
  'Assertion TestRequirement TestResult TestSubject Software assertedBy mode outcome result subject test automatic failed cantTell inapplicable untested';
const VOCABULARY: Record<string, RegExp> = {
  'http://www.w3.org/ns/earl#': new RegExp(`^(?:${EARL.replaceAll(' ', '|')})$`, 'u'),
  'http://purl.org/dc/terms/': /^(?:title|description|summary|date)$/u,
  'http://www.w3.org/TR/WCAG-EM/#': /^(?:procedure|website|webpage|evaluator|step[1-5][a-e]?)$/u,
  'http://www.w3.org/TR/WCAG/#': new RegExp(`^(?:${criteria.map(({ id }) => id).join('|')})$`, 'u'),
  'http://www.w3.org/WAI/': /^standards-guidelines\/wcag\/#versions$/u,
};

type Context = Record<string, string | { '@id': string }>;

/** Expands a name by the context, as JSON-LD says. */
function expand(name: string, context: Context): string {
  const term = context[name];
  if (term) return expand(typeof term === 'string' ? term : term['@id'], context);
  const [prefix = '', rest = ''] = name.split(/:(.*)/su);
  return context[prefix] && !rest.startsWith('//') ? `${context[prefix]}${rest}` : name;
}

/** All properties, types and references of a document, expanded. */
function termsOf(node: unknown, context: Context): string[] {
  if (Array.isArray(node)) return node.flatMap((item) => termsOf(item, context));
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const isReference =
      ['type', 'mode', 'outcome'].includes(key) || (key === 'id' && String(value).startsWith('WCAG:'));
    const own = key === 'id' || key === 'type' ? [] : [expand(key, context)];
    return [
      ...own,
      ...(isReference ? [value].flat().map((name) => expand(String(name), context)) : []),
      ...termsOf(value, context),
    ];
  });
}

it('the EARL file has only terms of its vocabularies, and no outcome that a machine cannot know', () => {
  const { '@context': context, ...document } = earl(pack) as { '@context': Context };
  const terms = termsOf(document, context);
  const isKnown = (term: string) =>
    Object.entries(VOCABULARY).some(
      ([prefix, names]) => term.startsWith(prefix) && names.test(term.slice(prefix.length)),
    );
  expect(new Set(terms.filter((term) => !isKnown(term)))).toEqual(new Set());
  expect(terms.filter((term) => term === 'http://www.w3.org/ns/earl#Assertion')).toHaveLength(
    criteria.length + 1,
  );
  expect(JSON.stringify(document)).not.toContain('earl:passed');
});
