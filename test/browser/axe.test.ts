import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import type { Language } from '../../src/i18n/languages.ts';
import { browserForFile, viewports } from '../support/browser.ts';
import { addressOf, pageKinds } from '../support/page-kinds.ts';

const EVERYTHING: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
};
/** Darkness changes colours and nothing else. */
const COLOURS: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
/** Every kind of page is looked at dark at both widths, one in each language: colours do not depend on the words. */
const darkWidth = { zh: viewports.phone, en: viewports.desk };
const runsOf = (language: Language) =>
  [
    { ...viewports.phone, colorScheme: 'light', rules: EVERYTHING },
    { ...viewports.desk, colorScheme: 'light', rules: EVERYTHING },
    { ...darkWidth[language], colorScheme: 'dark', rules: COLOURS },
  ] as const;
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const { withPage } = browserForFile();

/** What axe finds, a line a rule and element. */
async function violationsOf(page: Page, rules: axe.RunOnly): Promise<string[]> {
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

it.each(pageKinds)('axe finds nothing on $label, narrow and wide, light and dark', (kind) =>
  withPage({ bypassCSP: true }, async (page, sites) => {
    await page.goto(addressOf(sites, kind));
    await page.addScriptTag({ path: axePath });
    for (const { width, height, colorScheme, rules } of runsOf(kind.language)) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await violationsOf(page, rules), `${width} ${colorScheme}`).toEqual([]);
    }
  }),
);
