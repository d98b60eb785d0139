import type { Page } from 'playwright';
import { expect } from 'vitest';
import { type Language, languages } from '../../../src/i18n/languages.ts';
import { COLOURS, EVERYTHING, loadAxe, violationsOf } from '../../support/axe.ts';
import { viewports } from '../../support/browser.ts';
import { itEach } from '../../support/matrix.ts';
import { diskForFile } from './applicants.ts';
import { formBrowserForFile } from './form-browser.ts';
import { states } from './states.ts';
import { openForm } from './use-form.ts';

/** Every state in both widths and colour schemes, half of them in each language. */
const looks = {
  zh: [
    { viewport: viewports.phone, colorScheme: 'light', rules: EVERYTHING },
    { viewport: viewports.desk, colorScheme: 'dark', rules: COLOURS },
  ],
  en: [
    { viewport: viewports.desk, colorScheme: 'light', rules: EVERYTHING },
    { viewport: viewports.phone, colorScheme: 'dark', rules: COLOURS },
  ],
} as const;
const { withVisitor } = formBrowserForFile();
const onDisk = diskForFile();

/** States that differ without the script. */
const differsWithoutScript = ['errors', 'files listed', 'closed'];
const cases = languages.flatMap((language) =>
  states.flatMap(({ name, reach }) =>
    (differsWithoutScript.includes(name) ? [true, false] : [true]).map((hasScript) => ({
      name,
      reach,
      language,
      hasScript,
      label: `${name} (${language}${hasScript ? '' : ', no script'})`,
    })),
  ),
);

async function violationsInEveryLook(page: Page, language: Language): Promise<string[]> {
  const found: string[] = [];
  for (const { viewport, colorScheme, rules } of looks[language]) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Below the sticky header, axe would find targets that are too small.
    await page.evaluate(() => scrollTo(0, 0));
    const lines = await violationsOf(page, rules);
    found.push(...lines.map((line) => `${viewport.width} px, ${colorScheme}: ${line}`));
  }
  return found;
}

/** Blocks the scripts of the site. Scripts cannot be disabled, because axe is one. */
const seenBy = (language: Language, hasScript: boolean) => ({
  language,
  hasScript,
  javaScriptEnabled: true,
  bypassCSP: true,
});

/** Together they contain every part of the form. */
const SHOWN = ['errors', 'upload failed', 'closed', 'sent'];

itEach(cases, ({ name, language, hasScript }) => language === 'zh' && hasScript && SHOWN.includes(name))(
  'axe finds no violation: $label',
  ({ reach, language, hasScript }) =>
    withVisitor(seenBy(language, hasScript), async (visitor) => {
      const { page, site } = visitor;
      if (!hasScript) await page.route('**/*.js', (route) => route.abort());
      await openForm(visitor);
      try {
        await reach(visitor, onDisk);
        await loadAxe(page);
        expect(await violationsInEveryLook(page, language)).toEqual([]);
      } finally {
        await site.turn('open');
      }
    }),
);
