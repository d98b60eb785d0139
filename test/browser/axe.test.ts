import { expect, it } from 'vitest';
import type { Language } from '../../src/i18n/languages.ts';
import { BODY_TEXT, COLOURS, EVERYTHING, HIGHEST_CONTRAST, loadAxe, violationsOf } from '../support/axe.ts';
import { browserForFile, viewports } from '../support/browser.ts';
import { addressOf, pageKinds } from '../support/page-kinds.ts';

/** Every kind of page is looked at dark at both widths, one in each language: colours do not depend on the words. */
const darkWidth = { zh: viewports.phone, en: viewports.desk };
const runsOf = (language: Language) =>
  [
    { ...viewports.phone, colorScheme: 'light', rules: EVERYTHING },
    { ...viewports.desk, colorScheme: 'light', rules: EVERYTHING },
    { ...darkWidth[language], colorScheme: 'dark', rules: COLOURS },
  ] as const;
const { withPage } = browserForFile();

it.each(pageKinds)('axe finds nothing on $label, narrow and wide, light and dark', (kind) =>
  withPage({ bypassCSP: true }, async (page, sites) => {
    await page.goto(addressOf(sites, kind));
    await loadAxe(page);
    for (const { width, height, colorScheme, rules } of runsOf(kind.language)) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await violationsOf(page, rules), `${width} ${colorScheme}`).toEqual([]);
      expect(await violationsOf(page, HIGHEST_CONTRAST, BODY_TEXT), `${width} ${colorScheme}`).toEqual([]);
    }
  }),
);
