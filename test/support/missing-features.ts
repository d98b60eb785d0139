import type { BrowserContextOptions, Page } from 'playwright';
import { describeEach } from './matrix.ts';

/** Feature that a browser may lack, and how to disable it. */
type MissingFeature = {
  name: string;
  options?: BrowserContextOptions;
  prepare: (page: Page) => Promise<unknown>;
};

export const withoutScript: MissingFeature[] = [
  { name: 'JavaScript off', options: { javaScriptEnabled: false }, prepare: async () => {} },
  {
    name: 'empty scripts from a filter',
    prepare: (page) =>
      page.route(/\/assets\/(?:site|search|form)-\w+\.js$/u, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      ),
  },
];

/** `npm test` runs only the case without JavaScript. */
export const describeWithoutScript = describeEach(
  withoutScript,
  ({ options }) => options?.javaScriptEnabled === false,
);

const MARK = 'isSamePage';

/** Marks the document, to detect that a later one has been loaded. */
export const mark = (page: Page): Promise<unknown> =>
  page.evaluate((name) => Object.assign(window, { [name]: true }), MARK);

export const isMarked = (page: Page): Promise<boolean> => page.evaluate((name) => name in window, MARK);
