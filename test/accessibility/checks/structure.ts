import { markupFaults } from '../../support/markup.ts';
import { type Check, painted } from '../check.ts';

/** Criteria of html-validate's rules; other rules are about valid HTML only. */
const RULES: [RegExp, string][] = [
  [/^wcag\/h(?:36|37|67)|^area-alt/u, '1.1.1'],
  [/^wcag\/h(?:63|71)|^heading-level|^empty-heading|^multiple-labeled/u, '1.3.1'],
  [/^input-missing-label/u, '3.3.2'],
  [/^wcag\/h30/u, '2.4.4'],
  [/^empty-title/u, '2.4.2'],
  [/^text-content|^aria-|^no-dup-id|^unique-landmark|^no-implicit-button/u, '4.1.2'],
];

export const markup: Check = {
  id: 'html-validate',
  run: async ({ page, entry, facts }) => {
    const response = await page.request.get(entry.url);
    const source = await response.text();
    facts.scripts = await Promise.all(
      [...source.matchAll(/(?:src|data-then)="(\/assets\/[^"]+\.js)"/gu)].map(async ([, path = '']) =>
        (await page.request.get(new URL(path, entry.url).href)).text(),
      ),
    );
    return (await markupFaults(source)).map((message) => ({
      message,
      criterion: RULES.find(([rule]) => rule.test(message))?.[1],
    }));
  },
};

/** Words that say nothing without their sentence, list item, table row or heading. */
const VAGUE =
  /^(?:more|details?|view details|read more|here|click here|link|更多|详情|查看详情|这里|点击这里|链接)$/iu;

export const links: Check = {
  id: 'links',
  run: async ({ page }) => {
    const all = await page.locator('a[href]').evaluateAll((elements) =>
      elements.map((element) => ({
        text: (element.ariaLabel ?? element.textContent).trim(),
        image: element.querySelector('img')?.alt ?? '',
        href: element.getAttribute('href') ?? '',
        context: element.closest('p, li, td, dd, article')?.textContent.trim() ?? '',
      })),
    );
    return all
      .filter(
        ({ text, image, context }) => `${text}${image}` === '' || (VAGUE.test(text) && context === text),
      )
      .map(({ text, href }) => ({
        criterion: '2.4.4',
        message: `the text "${text}" does not say where ${href} leads`,
      }));
  },
};

/** Runs in the page: texts of a script that their `lang` does not name. */
function foreignTexts(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.nodeValue?.trim() ?? '';
    if (!parent || parent.closest('script, style, noscript') || text === '') continue;
    const lang = parent.closest('[lang]')?.getAttribute('lang') ?? '';
    const isHan = /\p{Script=Han}{2}/u.test(text);
    // Names and abbreviations in Latin letters are part of Chinese sentences.
    const isLatin = !/\p{Script=Han}/u.test(text) && /(?:[a-z]{2,}[ ,]+){4}/iu.test(text);
    if ((isHan && !/^(?:zh|ja)/u.test(lang)) || (isLatin && lang.startsWith('zh')))
      found.push(`"${text.slice(0, 50)}" is marked as ${lang}`);
  }
  return found;
}

export const language: Check = {
  id: 'language',
  run: async ({ page, entry }) => {
    const lang = await page.locator('html').getAttribute('lang');
    if (!lang?.startsWith(entry.language))
      return [{ criterion: '3.1.1', message: `lang is "${lang}" on a page in ${entry.language}` }];
    return (await page.evaluate(foreignTexts)).map((message) => ({ criterion: '3.1.2', message }));
  },
};

const contentOf = () => (document.querySelector('main') as HTMLElement).innerText.replace(/\s+/gu, ' ');

export const withoutScript: Check = {
  id: 'without-script',
  run: async ({ page, entry }) => {
    const browser = page.context().browser();
    const context = await browser?.newContext({
      javaScriptEnabled: false,
      viewport: page.viewportSize(),
      reducedMotion: 'reduce',
    });
    const plain = await context?.newPage();
    await plain?.goto(entry.url);
    const without = await plain?.evaluate(contentOf);
    await context?.close();
    await painted(page);
    return without === (await page.evaluate(contentOf))
      ? []
      : [{ criterion: '1.3.2', message: 'the content differs without JavaScript' }];
  },
};
