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

/** Every state is looked at in both widths and both lights, half of them in each language: what differs is the words. */
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

/** The button to upload, the files' faults in the summary, a dialog that is not modal. */
const looksOtherwiseWithoutScript = ['errors', 'files listed', 'closed'];
const cases = languages.flatMap((language) =>
  states.flatMap(({ name, reach }) =>
    (looksOtherwiseWithoutScript.includes(name) ? [true, false] : [true]).map((hasScript) => ({
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
    // Under the header, which stays while the page scrolls, axe would find things too small to hit.
    await page.evaluate(() => scrollTo(0, 0));
    const lines = await violationsOf(page, rules);
    found.push(...lines.map((line) => `${viewport.width} px, ${colorScheme}: ${line}`));
  }
  return found;
}

/** Without the site's script; axe is one itself, so that scripts cannot be off altogether. */
const seenBy = (language: Language, hasScript: boolean) => ({
  language,
  hasScript,
  javaScriptEnabled: true,
  bypassCSP: true,
});

/** Every part that a form can have stands in one of them. */
const SHOWN = ['errors', 'files listed', 'upload failed', 'closed', 'sent'];

itEach(cases, ({ name, language, hasScript }) => language === 'zh' && hasScript && SHOWN.includes(name))(
  'axe finds nothing: $label',
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
