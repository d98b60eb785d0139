import type { BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import type { Language } from '../../../src/i18n/languages.ts';
import { type Texts, texts as textsOf } from '../../../src/i18n/set-up.ts';
import { withContext } from '../../support/browser.ts';
import { type FormSite, startFormSite } from './form-site.ts';
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

/** Provides one site for all tests of a file. */
export function formBrowserForFile() {
  let site: FormSite | undefined;
  beforeAll(async () => {
    site = await startFormSite();
  });
  afterAll(() => site?.stop());

  const started = (): FormSite => {
    if (!site) throw new Error('the site did not start');
    return site;
  };

  /** Calls a function with a new browser context, which it closes afterwards. */
  async function withVisitor<T>(
    { language, hasScript = true, ...options }: Options,
    use: (visitor: Visitor) => Promise<T>,
  ): Promise<T> {
    const running = started();
    return withContext({ baseURL: running.base, javaScriptEnabled: hasScript, ...options }, async (context) =>
      use({
        page: await context.newPage(),
        context,
        site: running,
        language,
        hasScript,
        texts: texts[language],
      }),
    );
  }

  /** Calls a function with the form open. */
  const withForm = <T>(options: Options, use: (visitor: Visitor) => Promise<T>): Promise<T> =>
    withVisitor(options, async (visitor) => {
      await openForm(visitor);
      return use(visitor);
    });

  return { site: started, withVisitor, withForm };
}
