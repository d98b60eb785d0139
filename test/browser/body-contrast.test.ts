/** @module-tag matrix */
import { expect } from 'vitest';
import { BODY_TEXT, HIGHEST_CONTRAST, loadAxe, violationsOf } from '../support/axe.ts';
import { viewports, withPage } from '../support/browser.ts';
import { itEach } from '../support/matrix.ts';
import { addressOf, pageKinds } from '../support/page-kinds.ts';

const cases = pageKinds.map(
  (kind) => ({ ...kind, colorScheme: kind.language === 'zh' ? 'light' : 'dark' }) as const,
);

itEach(cases, ({ name }) => name === 'home')(
  'body text has the highest contrast on $label, $colorScheme',
  (one) =>
    withPage(
      { bypassCSP: true, viewport: viewports.desk, colorScheme: one.colorScheme },
      async (page, sites) => {
        await page.goto(addressOf(sites, one));
        await loadAxe(page);
        expect(await violationsOf(page, HIGHEST_CONTRAST, BODY_TEXT)).toEqual([]);
      },
    ),
);
