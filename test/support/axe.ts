import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright';

export const EVERYTHING: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
};
/** Darkness changes colours and nothing else. */
export const COLOURS: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Puts axe into the page, once for all that is asked of it there. */
export const loadAxe = (page: Page): Promise<unknown> => page.addScriptTag({ path: axePath });

/** What axe finds, a line a rule and element. */
export async function violationsOf(page: Page, rules: axe.RunOnly): Promise<string[]> {
  const { violations } = await page.evaluate(
    (runOnly) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly,
        resultTypes: ['violations'],
        preload: false,
      }),
    rules,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}
