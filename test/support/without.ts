import type { BrowserContextOptions, Page } from 'playwright';

/** Something that a visitor's browser may lack, and how it comes to lack it. */
type Lack = { name: string; options?: BrowserContextOptions; prepare: (page: Page) => Promise<unknown> };

export const withoutScript: Lack[] = [
  { name: 'JavaScript off', options: { javaScriptEnabled: false }, prepare: async () => {} },
  {
    name: 'the scripts emptied by a filter',
    prepare: (page) =>
      page.route(/\/assets\/(?:site|search|form)-\w+\.js$/u, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      ),
  },
];

/** Reading the property throws, as browsers do where cookies are refused. */
export const withoutStorage: Lack = {
  name: 'session storage denied',
  prepare: (page) =>
    page.addInitScript(() =>
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      }),
    ),
};

const MARK = 'isSamePage';

/** Marks the document: another one, loaded later, lacks the mark. */
export const mark = (page: Page): Promise<unknown> =>
  page.evaluate((name) => Object.assign(window, { [name]: true }), MARK);

export const isMarked = (page: Page): Promise<boolean> => page.evaluate((name) => name in window, MARK);
