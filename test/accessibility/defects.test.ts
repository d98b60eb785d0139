import { expect, inject, it } from 'vitest';
import { withContext } from '../support/browser.ts';
import { MATRIX } from '../support/matrix.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { audit } from './audit.ts';
import type { Entry } from './check.ts';
import { checks } from './checks/index.ts';
import { judge, withComparisons } from './results.ts';
import { readTable } from './tables.ts';

/** Pages of the site, each with one defect that a style or a script brings in. */
const defects = readTable<'name' | 'criteria' | 'path' | 'kind' | 'css' | 'script'>('defects.tsv');

const sample = defects.map(
  ({ name, path, kind, css, script }): Entry => ({
    id: name,
    kind,
    language: 'en',
    url: inject('sites').demo + path,
    reach: async (page) => {
      await page.addStyleTag({ content: `${css}\n` });
      await page.evaluate(script);
    },
  }),
);

it('finds twelve seeded defects, each at its criterion', { tags: MATRIX, timeout: 600_000 }, () =>
  withContext({}, async (context) => {
    const browser = context.browser();
    if (!browser) throw new Error('the context has no browser');
    await using folder = await temporaryFolder('defects');
    const { pages, problems } = await audit(sample, { browser, checks, folder: folder.path });
    expect(problems).toEqual([]);
    const failures = judge(withComparisons(pages)).flatMap((result) =>
      result.failures.map(({ page }) => `${page.entry.id}: ${result.criterion.number}`),
    );
    const missed = defects.filter(
      ({ name, criteria }) => !criteria.split(' ').some((number) => failures.includes(`${name}: ${number}`)),
    );
    expect(defects).toHaveLength(12);
    expect(missed.map(({ name }) => name)).toEqual([]);
  }),
);
