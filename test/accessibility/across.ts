import type { Page } from 'playwright';
import { findingsOf, type PageResult } from './audit.ts';

/** Runs in the page and collects what is compared across pages. */
const read = () => ({
  title: document.title,
  navigation: [
    ...document.querySelectorAll('.menu-items > ul > li > a, .footer-menu a, .footer-links a'),
  ].map((link) => link.textContent.trim()),
  help: document.querySelector('a[href^="mailto:"], a[href$="/contact-us"]')?.closest('header, main, footer')
    ?.tagName,
  ways: ['[role=search], .search-form', '.menu-items', '.footer-menu'].filter((one) =>
    document.querySelector(one),
  ).length,
});

/** `source`: HTML and scripts that may contain the content that criteria apply to. */
export type Facts = ReturnType<typeof read> & { source: string };

export async function factsOf(page: Page): Promise<Facts> {
  let source = await page.content();
  for (const [, path = ''] of source.matchAll(/"(\/assets\/[^"]+\.js)"/gu))
    source += await (await page.request.get(new URL(path, page.url()).href)).text();
  return { ...(await page.evaluate(read)), source };
}

const pathOf = ({ entry: { url } }: PageResult) => url.replace(new URL(url).origin, '');
const inOrder = (one: string[], other: string[]): string => one.filter((text) => other.includes(text)).join();

/** Adds failures that only a comparison of the pages in one language can find. */
export function compare(pages: readonly PageResult[]): void {
  const withMenu = pages.filter(({ facts }) => facts.navigation.length > 0);
  for (const own of Map.groupBy(withMenu, ({ entry }) => entry.language).values())
    for (const page of own) {
      const { facts, found } = page;
      const { navigation, help } = own[0]?.facts ?? facts;
      // States of a form share one URL and therefore one title.
      const isTitleUsed = own.some((one) => one.facts.title === facts.title && pathOf(one) !== pathOf(page));
      const isReordered = inOrder(facts.navigation, navigation) !== inOrder(navigation, facts.navigation);
      const failures = [
        isTitleUsed && `2.4.2 the title "${facts.title}" is that of several pages`,
        facts.ways < 2 && '2.4.5 there are fewer than two ways to find a page',
        isReordered && '3.2.3 the navigation has another order',
        facts.help !== help && '3.2.6 help is in another place than on other pages',
      ];
      found.push(...findingsOf('across-pages', failures));
    }
}
