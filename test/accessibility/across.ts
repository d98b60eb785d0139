import type { Page } from 'playwright';
import { languages } from '../../src/i18n/languages.ts';
import type { PageResult } from './audit.ts';
import { needs } from './tables.ts';

/** Runs in the page: what is compared across pages. */
const read = () => ({
  title: document.title,
  navigation: [
    ...document.querySelectorAll('.menu-items > ul > li > a, .footer-menu a, .footer-links a'),
  ].map((link) => link.textContent.trim()),
  help:
    document.querySelector('a[href^="mailto:"], a[href$="/contact-us"]')?.closest('header, main, footer')
      ?.tagName ?? 'none',
  ways: ['form[role=search], .search-form', '.menu-items', '.footer-menu'].filter((selector) =>
    document.querySelector(selector),
  ).length,
});

/** `source`: HTML and scripts, where content may be that criteria need. */
export type Facts = ReturnType<typeof read> & { source: string };

export async function factsOf(page: Page): Promise<Facts> {
  const html = await page.content();
  const scripts = [...html.matchAll(/"(\/assets\/[^"]+\.js)"/gu)].map(async ([, path = '']) =>
    (await page.request.get(new URL(path, page.url()).href)).text(),
  );
  return { ...(await page.evaluate(read)), source: html + (await Promise.all(scripts)).join('') };
}

const pathOf = ({ entry: { url } }: PageResult): string => url.replace(new URL(url).origin, '');
const inOrder = (one: string[], other: string[]): string => one.filter((text) => other.includes(text)).join();

/** Adds the failures that only show across pages. */
export function compare(pages: readonly PageResult[]): void {
  for (const language of languages) {
    const own = pages.filter(
      ({ entry, facts }) => entry.language === language && facts.navigation.length > 0,
    );
    for (const page of own) {
      const { facts } = page;
      const first = own[0]?.facts ?? facts;
      // States of a form share their address, and its title.
      const isSame = (one: PageResult) => one.facts.title === facts.title && pathOf(one) !== pathOf(page);
      const common = inOrder(facts.navigation, first.navigation);
      const failures: [string, string, boolean][] = [
        ['2.4.2', `the title "${facts.title}" is that of several pages`, own.some(isSame)],
        ['2.4.5', 'there are fewer than two ways to find a page', facts.ways < 2],
        ['3.2.3', 'the navigation has another order', common !== inOrder(first.navigation, facts.navigation)],
        ['3.2.6', 'help is in another place than on other pages', facts.help !== first.help],
      ];
      for (const [criterion, message, isTrue] of failures)
        if (isTrue) page.found.push({ check: 'across-pages', criterion, message });
    }
  }
}

/** Kinds of content that no page has: `needs` in the table of criteria. */
export const absent = (pages: readonly PageResult[]): string[] =>
  needs
    .filter(
      ({ pattern }) =>
        pages.length > 0 && !pages.some(({ facts }) => new RegExp(pattern, 'u').test(facts.source)),
    )
    .map(({ kind }) => kind);
