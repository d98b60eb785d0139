import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright';

/** WCAG 2.2 up to level AA, and best practices. */
export const EVERYTHING: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
};
/** Rules that the dark colour scheme can break. */
export const COLOURS: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Loads axe into the page. Call it once before any check. */
export async function loadAxe(page: Page): Promise<void> {
  await page.addScriptTag({ path: axePath });
}

export const resultsOf = (page: Page, rules: axe.RunOnly): Promise<axe.AxeResults> =>
  page.evaluate((runOnly) => {
    const resultTypes: axe.resultGroups[] = ['violations', 'incomplete'];
    return (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly, resultTypes, preload: false });
  }, rules);

/** Returns axe's violations, with one line per rule and element. */
export async function violationsOf(page: Page, rules: axe.RunOnly): Promise<string[]> {
  const { violations } = await resultsOf(page, rules);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}
