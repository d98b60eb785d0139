import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright';

export const EVERYTHING: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
};
/** Darkness changes colours and nothing else. */
export const COLOURS: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** 7 to 1, which small text needs for WCAG's highest level. */
export const HIGHEST_CONTRAST: axe.RunOnly = { type: 'rule', values: ['color-contrast-enhanced'] };

/** What is read: the words of the page, but for links and buttons. */
export const BODY_TEXT = { include: ['main'], exclude: ['a', 'button'] };

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Loads axe into the page, once for all checks of it. */
export async function loadAxe(page: Page): Promise<void> {
  await page.addScriptTag({ path: axePath });
}

/** Runs axe on the page, or on a part of it. */
export const resultsOf = (page: Page, rules: axe.RunOnly, part?: typeof BODY_TEXT): Promise<axe.AxeResults> =>
  page.evaluate(
    ([runOnly, context]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(context ?? document, {
        runOnly,
        resultTypes: ['violations', 'incomplete'],
        preload: false,
      }),
    [rules, part] as const,
  );

/** What axe finds, a line a rule and element. */
export async function violationsOf(
  page: Page,
  rules: axe.RunOnly,
  part?: typeof BODY_TEXT,
): Promise<string[]> {
  const { violations } = await resultsOf(page, rules, part);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}
