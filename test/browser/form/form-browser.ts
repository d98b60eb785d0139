import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import type { Language } from '../../../src/i18n/languages.ts';
import { type Texts, texts as textsOf } from '../../../src/i18n/set-up.ts';
import { launchChromium } from '../../support/tools.ts';
import { type FormSite, startFormSite } from './form-site.ts';
import { PATIENCE_MS } from './patience.ts';
import { openForm } from './use-form.ts';

export const texts = { zh: textsOf('zh'), en: textsOf('en') };

export type Visitor = {
  page: Page;
  context: BrowserContext;
  site: FormSite;
  language: Language;
  hasScript: boolean;
  texts: Texts;
};
type Options = BrowserContextOptions & { language: Language; hasScript?: boolean };

/** One browser and one site for all tests of a file. */
export function formBrowserForFile() {
  let browser: Browser | undefined;
  let running: FormSite | undefined;
  beforeAll(async () => {
    [browser, running] = await Promise.all([launchChromium(), startFormSite()]);
  });
  afterAll(async () => {
    await browser?.close();
    await running?.stop();
  });

  /** Runs with a visitor who has not been to the site, and closes their browser whatever happens. */
  async function withVisitor<T>(
    { language, hasScript = true, ...options }: Options,
    use: (visitor: Visitor) => Promise<T>,
  ): Promise<T> {
    if (!browser || !running) throw new Error('the browser or the site did not start');
    const context = await browser.newContext({
      baseURL: running.base,
      reducedMotion: 'reduce',
      javaScriptEnabled: hasScript,
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    try {
      const page = await context.newPage();
      return await use({ page, context, site: running, language, hasScript, texts: texts[language] });
    } finally {
      await context.close();
    }
  }

  /** The same, with the form before them. */
  const withForm = <T>(options: Options, use: (visitor: Visitor) => Promise<T>): Promise<T> =>
    withVisitor(options, async (visitor) => {
      await openForm(visitor);
      return use(visitor);
    });

  return { withVisitor, withForm };
}
