import type { Page } from 'playwright';
import { expect, inject, it, onTestFinished } from 'vitest';
import { languages } from '../../src/i18n/languages.ts';
import { DEMO_FORM } from '../support/form-client.ts';
import { MATRIX } from '../support/matrix.ts';
import { addressOf, pageKinds } from '../support/page-kinds.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { launchChromium } from '../support/tools.ts';
import { compare } from './across.ts';
import { audit, type PageResult } from './audit.ts';
import { type Check, type Entry, entryOf } from './check.ts';
import { axe } from './checks/axe.ts';
import { checks, quickChecks } from './checks/index.ts';
import { evaluate } from './evaluate.ts';
import { startOwnSites, submit } from './own-site.ts';
import { judge } from './results.ts';
import { readTable } from './tables.ts';

async function auditAll(sample: Entry[], wanted: Record<string, Check>) {
  await using browser = await launchChromium();
  await using folder = await temporaryFolder('audit');
  const { pages, problems } = await audit(sample, { browser, checks: wanted, folder: folder.path });
  expect(problems).toEqual([]);
  return pages;
}

const failuresOf = (page?: PageResult) =>
  page?.found.filter(({ message }) => !message.startsWith('axe cannot decide'));

const formWithErrors = entryOf('en', 'form with errors', inject('sites').demo + DEMO_FORM, {
  reach: (page) => submit(page, {}, '#_problems'),
});

const kinds = pageKinds.filter(
  ({ language, name }) => language === 'en' && ['home', 'application'].includes(name),
);

it.each(kinds)('finds no axe, keyboard or reflow failure on $label', async (kind) => {
  const { name, status } = kind;
  const entry = entryOf('en', name, addressOf(inject('sites'), kind), { status });
  const [page] = await auditAll([entry], quickChecks);
  expect(page?.checks.slice(1)).toEqual(Object.keys(quickChecks));
  expect(failuresOf(page)).toEqual([]);
});

it('finds no axe failure on a form with errors', async () => {
  const [page] = await auditAll([formWithErrors], { axe });
  expect(failuresOf(page)).toEqual([]);
});

it.each(languages)(
  'no page kind and form state in %s fails a criterion',
  {
    tags: MATRIX,
    timeout: 900_000,
  },
  async (language) => {
    await using browser = await launchChromium();
    await using folder = await temporaryFolder('audit');
    const own = await startOwnSites();
    onTestFinished(async () => void (await own.stop()));
    const options = { browser, own, base: own.base, wanted: [language], seed: 1, folder: folder.path };
    const { pages, problems, results } = await evaluate(options);
    expect(problems).toEqual([]);
    expect(pages.length).toBeGreaterThan(25);
    const failed = results.flatMap(({ criterion, failures }) =>
      failures.map(({ page, message }) => `${criterion.number} ${page.entry.id}: ${message}`),
    );
    expect(failed).toEqual([]);
  },
);

/** Pages of the site, each with one defect that a style or a script adds. */
const defects = readTable<'name' | 'criteria' | 'path' | 'kind' | 'css' | 'script'>('defects.tsv');

it('reports each of twelve seeded defects under its criterion', {
  tags: MATRIX,
  timeout: 600_000,
}, async () => {
  const sample = defects.map(({ name, path, kind, css, script }) => ({
    ...entryOf('en', kind, inject('sites').demo + path),
    id: name,
    reach: async (page: Page) => {
      if (kind === 'form with errors') await submit(page, {}, '#_problems');
      await page.addStyleTag({ content: `${css}\n` });
      await page.evaluate(script);
    },
  }));
  const pages = await auditAll(sample, checks);
  compare(pages);
  const failures = judge(pages).flatMap((result) =>
    result.failures.map(({ page }) => `${page.entry.id}: ${result.criterion.number}`),
  );
  const missed = defects.filter(
    ({ name, criteria }) => !criteria.split(' ').some((number) => failures.includes(`${name}: ${number}`)),
  );
  expect(defects).toHaveLength(12);
  expect(missed.map(({ name }) => name)).toEqual([]);
});
