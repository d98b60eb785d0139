import { expect } from 'vitest';
import { BODY_TEXT, COLOURS, EVERYTHING, HIGHEST_CONTRAST, loadAxe, violationsOf } from '../support/axe.ts';
import { viewports, withPage } from '../support/browser.ts';
import { itEach } from '../support/matrix.ts';
import { addressOf, pageKinds } from '../support/page-kinds.ts';

/** Every kind of page is looked at dark at both widths, one in each language: colours do not depend on the words. */
const darkWidth = { zh: viewports.phone, en: viewports.desk };
const cases = pageKinds.flatMap((kind) =>
  (
    [
      { viewport: viewports.phone, colorScheme: 'light', rules: EVERYTHING },
      { viewport: viewports.desk, colorScheme: 'light', rules: EVERYTHING },
      { viewport: darkWidth[kind.language], colorScheme: 'dark', rules: COLOURS },
    ] as const
  ).map((look) => ({ ...kind, ...look, width: look.viewport.width })),
);
const isShown = ({ language, width, colorScheme }: (typeof cases)[number]) =>
  language === 'zh' && width === viewports.phone.width && colorScheme === 'light';

itEach(cases, isShown)('axe finds nothing on $label at $width px, $colorScheme', (one) =>
  withPage({ bypassCSP: true, viewport: one.viewport, colorScheme: one.colorScheme }, async (page, sites) => {
    await page.goto(addressOf(sites, one));
    await loadAxe(page);
    expect(await violationsOf(page, one.rules)).toEqual([]);
    expect(await violationsOf(page, HIGHEST_CONTRAST, BODY_TEXT)).toEqual([]);
  }),
);
