import sharp from 'sharp';
import { markupFaults } from '../../support/markup.ts';
import { type Check, painted } from '../check.ts';

/** Criteria of html-validate's rules. Other rules are about valid HTML only. */
const RULES: [RegExp, string][] = [
  [/^wcag\/h(?:36|37|67)|^area-alt/u, '1.1.1'],
  [/^wcag\/h(?:63|71)|^heading-level|^empty-heading|^multiple-labeled/u, '1.3.1'],
  [/^input-missing-label/u, '3.3.2'],
  [/^wcag\/h30/u, '2.4.4'],
  [/^empty-title/u, '2.4.2'],
  [/^text-content|^aria-|^no-dup-id|^unique-landmark|^no-implicit-button/u, '4.1.2'],
];

export const markup: Check = async (page, { url }) => {
  const faults = await markupFaults(await (await page.request.get(url)).text());
  return faults.map((fault) => `${RULES.find(([rule]) => rule.test(fault))?.[1] ?? ''} ${fault}`);
};

/** Runs in the page and returns links that are unclear without their sentence, list item, table row or heading. */
function vagueLinks(): string[] {
  const vague =
    /^(?:more|details?|view details|read more|here|click here|link|更多|详情|查看详情|这里|点击这里|链接)$/iu;
  return [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
    .map((link) => ({ link, text: (link.ariaLabel ?? link.textContent).trim() }))
    .filter(({ link, text }) => {
      const context = link.closest('p, li, td, dd, article')?.textContent.trim();
      return vague.test(text) && (context ?? text) === text;
    })
    .map(({ link, text }) => `2.4.4 the text "${text}" does not say where ${link.href} leads`);
}

export const links: Check = (page) => page.evaluate(vagueLinks);

/** Runs in the page and returns texts whose script does not match their `lang`. */
function foreignTexts(language: string): string[] {
  const { lang } = document.documentElement;
  if (!lang.startsWith(language)) return [`3.1.1 lang is "${lang}" on a page in ${language}`];
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue?.trim() ?? '';
    if (node.parentElement?.closest('script, style, noscript')) continue;
    const own = node.parentElement?.closest('[lang]')?.getAttribute('lang') ?? '';
    // Names and abbreviations in Latin letters are part of Chinese sentences.
    const isLatin = !/\p{Script=Han}/u.test(text) && /(?:[a-z]{2,}[ ,]+){4}/iu.test(text);
    const isForeign = /^(?:zh|ja)/u.test(own) ? isLatin : /\p{Script=Han}{2}/u.test(text);
    if (isForeign) found.push(`3.1.2 "${text.slice(0, 50)}" is marked as ${own}`);
  }
  return found;
}

export const language: Check = (page, entry) => page.evaluate(foreignTexts, entry.language);

const contentOf = () => document.querySelector('main')?.innerText.replace(/\s+/gu, ' ');

export const withoutScript: Check = async (page, { url }) => {
  const viewport = page.viewportSize();
  const plain = await page
    .context()
    .browser()
    ?.newPage({ javaScriptEnabled: false, reducedMotion: 'reduce', viewport });
  await plain?.goto(url);
  const without = await plain?.evaluate(contentOf);
  await plain?.close();
  await painted(page);
  return without === (await page.evaluate(contentOf)) ? [] : ['1.3.2 the content differs without JavaScript'];
};

const MIN_PICTURE_SIDE = 16;

/** Returns whether an image has few shades with sharp edges, as text does. */
async function looksLikeText(picture: Buffer): Promise<boolean> {
  const { entropy, sharpness } = await sharp(picture).stats();
  return entropy < 2 && sharpness > 8;
}

export const pictures: Check = async (page) => {
  const found: string[] = [];
  for (const picture of await page.locator('main img, main [role=img]').all()) {
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
    if (Math.min(width, height) < MIN_PICTURE_SIDE) continue;
    const text = (await picture.getAttribute('alt')) ?? (await picture.getAttribute('aria-label'));
    const name = (await picture.getAttribute('src'))?.split('/').at(-1)?.slice(0, 80);
    if (text) found.push(`compare the picture ${name} with its text: ${text}`);
    else if (await looksLikeText(await picture.screenshot()))
      found.push(`1.1.1 a picture of text has no text alternative: ${name}`);
  }
  return found;
};
