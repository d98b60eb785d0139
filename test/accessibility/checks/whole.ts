import { type Language, languages } from '../../../src/i18n/languages.ts';
import type { Check, Found, PageResult } from '../check.ts';

type Facts = {
  navigation: string[];
  contact: string;
  media: Record<string, number>;
  ways: string[];
  viewport: string;
};

/** Runs in the page: what checks across pages compare. */
function read(): Facts {
  const count = (selector: string) => document.querySelectorAll(selector).length;
  const contact = document.querySelector('a[href^="mailto:"], a[href$="/contact-us"]');
  return {
    navigation: [
      ...document.querySelectorAll('.menu-items > ul > li > a, .footer-menu a, .footer-links a'),
    ].map((link) => link.textContent.trim()),
    contact: contact?.closest('header, footer, main')?.tagName ?? '',
    media: {
      video: count('video, object, embed, iframe'),
      autoplay: count('[autoplay]'),
      login: count('input[type=password]'),
    },
    ways: ['form[role=search], form.search-form', '.menu-items', '.footer-menu'].filter(
      (selector) => count(selector) > 0,
    ),
    viewport: document.querySelector<HTMLMetaElement>('meta[name=viewport]')?.content ?? '',
  };
}

/** Collects facts; the criteria are judged across pages. */
export const whole: Check = {
  id: 'across-pages',
  run: async ({ page, facts }) => {
    const own = await page.evaluate(read);
    Object.assign(facts, own);
    return /user-scalable=no|maximum-scale/u.test(own.viewport)
      ? [{ criterion: '1.4.4', message: 'the page cannot be zoomed' }]
      : [];
  },
};

/** States of a form share their address, and its title. */
const pathOf = ({ entry: { url } }: PageResult): string => url.slice(new URL(url).origin.length);

const isOrdered = (one: string[], all: string[]): boolean => {
  const common = one.filter((item) => all.includes(item));
  return all.filter((item) => one.includes(item)).join() === common.join();
};

/** Failures that show only in several pages, with the page that they are found on. */
export function acrossPages(pages: readonly PageResult[]): { result: PageResult; found: Found }[] {
  const failures: { result: PageResult; found: Found }[] = [];
  const inLanguage = (language: Language) =>
    pages.filter(({ entry, checks }) => entry.language === language && checks.includes(whole.id));
  for (const own of languages.map(inLanguage)) {
    const titles = new Map<string, PageResult>();
    const first = own[0]?.facts as Facts | undefined;
    for (const result of own) {
      const add = (criterion: string, message: string) =>
        failures.push({ result, found: { criterion, message } });
      const facts = result.facts as Facts;
      const same = titles.get(result.title);
      if (result.title === '') add('2.4.2', 'no title');
      if (same && pathOf(same) !== pathOf(result))
        add('2.4.2', `the title "${result.title}" is also that of ${same.entry.url}`);
      titles.set(result.title, same ?? result);
      if (!first || facts.navigation.length === 0) continue;
      if (!isOrdered(facts.navigation, first.navigation))
        add('3.2.3', 'the navigation has another order than on other pages');
      if (facts.contact === '') add('3.2.6', 'no contact details');
      if (facts.ways.length < 2) add('2.4.5', 'fewer than two ways to find a page');
    }
  }
  return failures;
}

/** Kinds of content that no page of the sample has: `needs` in the table of criteria. */
export function absent(pages: readonly PageResult[]): Set<string> {
  const scripts = new Set(pages.flatMap(({ facts }) => (facts.scripts as string[] | undefined) ?? []));
  const has = (kind: string) => pages.some(({ facts }) => ((facts as Partial<Facts>).media?.[kind] ?? 0) > 0);
  const listens = (pattern: RegExp) => [...scripts].some((script) => pattern.test(script));
  const kinds: [string, boolean][] = [
    ['video', has('video')],
    ['autoplay', has('autoplay')],
    ['login', has('login')],
    ['motion', listens(/devicemotion|deviceorientation/u)],
    ['gesture', listens(/touchmove|gesturestart|pointermove/u)],
  ];
  return new Set(pages.length === 0 ? [] : kinds.flatMap(([kind, isThere]) => (isThere ? [] : [kind])));
}
