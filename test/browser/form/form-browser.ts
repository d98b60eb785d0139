import type { BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { inject } from 'vitest';
import type { Language } from '../../../src/i18n/languages.ts';
import { type Texts, texts as textsOf } from '../../../src/i18n/set-up.ts';
import { withContext } from '../../support/browser.ts';

export const texts = { zh: textsOf('zh'), en: textsOf('en') };

export type Visitor = {
  page: Page;
  context: BrowserContext;
  language: Language;
  hasScript: boolean;
  texts: Texts;
};
type Options = BrowserContextOptions & { language: Language; hasScript?: boolean };

/** Calls a function with a new browser context of the demo site, which it closes afterwards. */
export const withVisitor = <T>(
  { language, hasScript = true, ...options }: Options,
  use: (visitor: Visitor) => Promise<T>,
): Promise<T> =>
  withContext({ baseURL: inject('sites').demo, javaScriptEnabled: hasScript, ...options }, async (context) =>
    use({ page: await context.newPage(), context, language, hasScript, texts: texts[language] }),
  );
