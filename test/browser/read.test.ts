import type { Page } from 'playwright';
import { expect } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import zh from '../../locales/zh/site.json' with { type: 'json' };
import { type Language, languageFacts, languages, otherLanguage } from '../../src/i18n/languages.ts';
import { viewports, withPage } from '../support/browser.ts';
import { itEach } from '../support/matrix.ts';
import { keywords, LIST, localizePath, SECTIONS } from '../support/page-kinds.ts';

const texts = { zh, en };

const cases = languages.flatMap((language) =>
  Object.values(viewports).flatMap((viewport) =>
    [true, false].map((javaScriptEnabled) => ({
      language,
      viewport,
      javaScriptEnabled,
      label: `${language}, ${viewport.width} px, scripts ${javaScriptEnabled ? 'on' : 'off'}`,
    })),
  ),
);

/** Selects Chinese on a phone with scripts, and English on a desktop without. */
const isShown = ({ language, viewport, javaScriptEnabled }: (typeof cases)[number]): boolean =>
  language === 'zh'
    ? viewport === viewports.phone && javaScriptEnabled
    : viewport === viewports.desk && !javaScriptEnabled;

type Visitor = { page: Page; language: Language; base: string };

const pathOf = ({ page, base }: Visitor): string => page.url().slice(base.length);
const heading = ({ page }: Visitor) => page.getByRole('heading', { level: 1 }).textContent();
const isNarrow = ({ page }: Visitor): boolean => (page.viewportSize()?.width ?? 0) < 1024;
const menuOf = ({ page, language }: Visitor) =>
  page.getByRole('navigation', { name: texts[language].mainNavigation, exact: true });

/** Does not wait for images, because a page can be used before its last image has loaded. */
const arrive = (page: Page, url: string): Promise<void> =>
  page.waitForURL(url, { waitUntil: 'domcontentloaded' });

async function openDrawer(visitor: Visitor): Promise<void> {
  if (isNarrow(visitor))
    await visitor.page.getByRole('link', { name: texts[visitor.language].menu, exact: true }).click();
}

/** Follows a second-level menu item. */
async function choose(visitor: Visitor, path: string): Promise<void> {
  await openDrawer(visitor);
  const item = visitor.page.locator(`a[href^="${localizePath(visitor.language, path)}"]`);
  const menu = menuOf(visitor);
  if (!isNarrow(visitor)) await menu.locator('> ul > li', { has: item }).hover();
  await menu.locator(item).last().click();
}

/** Waits until the heading of a section is below the header and uncovered. */
const untilInView = ({ page }: Visitor, id: string) =>
  expect
    .poll(() =>
      page.locator(`#${id}`).evaluate((section) => {
        const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
        const { top } = section.getBoundingClientRect();
        const heading = section.querySelector('h2')?.getBoundingClientRect();
        const hit = heading && document.elementFromPoint(heading.left + 8, heading.top + heading.height / 2);
        return top >= header && top < innerHeight / 2 && section.contains(hit ?? null);
      }),
    )
    .toBe(true);

async function readSections(visitor: Visitor): Promise<void> {
  const { page, language } = visitor;
  await choose(visitor, `${SECTIONS}?go=`);
  await page.waitForURL(/#message-from-the-chair$/u);
  await untilInView(visitor, 'message-from-the-chair');
  await page.getByRole('navigation', { name: texts[language].onThisPage }).getByRole('link').first().click();
  await page.waitForURL(/#company-profile$/u);
  await untilInView(visitor, 'company-profile');
}

async function readArticles(visitor: Visitor): Promise<void> {
  const { page, language } = visitor;
  await choose(visitor, LIST);
  await arrive(page, `**${localizePath(language, LIST)}`);
  const listHeading = await heading(visitor);
  await page.getByRole('link', { name: texts[language].nextPage }).click();
  await arrive(page, '**?page=2');
  const [title = ''] = await page.locator('main article h2').allInnerTexts();
  await page.getByRole('link', { name: title }).click();
  await arrive(page, `**${localizePath(language, LIST)}/*`);
  expect(await heading(visitor)).toBe(title);
  await page.locator('a[rel=next]').click();
  await expect.poll(() => heading(visitor)).not.toBe(title);
  await page.getByRole('navigation', { name: texts[language].breadcrumbs }).getByRole('link').last().click();
  await arrive(page, `**${localizePath(language, LIST)}`);
  expect(await heading(visitor)).toBe(listHeading);
}

async function search(visitor: Visitor): Promise<void> {
  const { page, language } = visitor;
  const keyword = keywords[language].title;
  await openDrawer(visitor);
  const box = page.locator('.menu').getByPlaceholder(texts[language].searchPlaceholder);
  await box.fill(keyword);
  await box.press('Enter');
  await arrive(page, '**/search?keyword=*');
  expect(await heading(visitor)).toBe(texts[language].searchResults);
  const hits = (await page.locator('main mark').allInnerTexts()).map((hit) => hit.toLowerCase());
  expect(new Set(hits)).toEqual(new Set([keyword.toLowerCase()]));
  const hit = page.locator('main .search-group').last().locator('article h3 a').first();
  const title = await hit.textContent();
  await hit.click();
  await expect.poll(() => heading(visitor)).toBe(title);
}

/** Switches to the same article in the other language, which the root URL of the site then uses. */
async function switchLanguage(visitor: Visitor): Promise<void> {
  const { page, language, base } = visitor;
  const other = otherLanguage(language);
  const here = pathOf(visitor).replace(/^\/en/u, '');
  await page.getByRole('link', { name: texts[language].switchLanguage }).click();
  await arrive(page, `${base}${localizePath(other, here)}`);
  expect(await page.locator('html').getAttribute('lang')).toBe(languageFacts[other].tag);
  await page.goto(`${base}/`);
  expect(pathOf(visitor)).toBe(localizePath(other, '/'));
}

itEach(cases, isShown)(
  'a visitor reads, searches and switches the language: $label',
  ({ language, viewport, javaScriptEnabled }) =>
    withPage({ viewport, javaScriptEnabled }, async (page, sites) => {
      const visitor: Visitor = { page, language, base: sites.demo };
      await page.goto(`${sites.demo}${localizePath(language, '/')}`);
      await readSections(visitor);
      await readArticles(visitor);
      await search(visitor);
      await switchLanguage(visitor);
    }),
);
