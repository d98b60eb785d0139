import { expect } from 'vitest';
import { type TextField, textFields, type Values } from '../../../src/applications/rules/fields.ts';
import type { Language } from '../../../src/i18n/languages.ts';
import { waitForFormScript } from '../../support/browser.ts';
import { localizePath } from '../../support/page-kinds.ts';
import type { Visitor } from './form-browser.ts';

export const formPath = (language: Language): string => localizePath(language, '/work-with-us/application');

/** Opens the form through the menu. */
export async function openFromMenu({ page, language, texts, hasScript }: Visitor): Promise<void> {
  await page.goto(localizePath(language, '/'));
  const menu = page.getByRole('navigation', { name: texts.mainNavigation, exact: true });
  const link = page.locator(`a[href="${formPath(language)}"]`);
  await menu.locator('> ul > li', { has: link }).hover();
  await menu.locator(link).click();
  await page.waitForURL(`**${formPath(language)}`);
  if (hasScript) await waitForFormScript(page);
}

/** Opens the form by its URL. */
export async function openForm({ page, language, hasScript }: Visitor): Promise<void> {
  await page.goto(formPath(language));
  if (hasScript) await waitForFormScript(page);
}

export async function type({ page }: Visitor, values: Partial<Values>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    if (name === 'developmentStage') await page.selectOption(`#${name}`, value);
    else await page.fill(`#${name}`, value);
  }
}

/** Returns the values of the page's text fields. */
export async function typedIn({ page }: Pick<Visitor, 'page'>): Promise<Values> {
  const pairs = textFields.map(
    async (name): Promise<[TextField, string]> => [name, await page.inputValue(`#${name}`)],
  );
  return Object.fromEntries(await Promise.all(pairs)) as Values;
}

/** Returns the names of the files in the draft. */
export const listed = ({ page }: Pick<Visitor, 'page'>): Promise<string[]> =>
  page.locator('#_files .file-name').allTextContents();

/** Returns the names of running and failed uploads. */
export const underWay = ({ page }: Pick<Visitor, 'page'>): Promise<string[]> =>
  page.locator('#_uploads .upload-name').allTextContents();

/** Waits until the script has uploaded picked files. Without it, the next POST sends them. */
export async function untilUploaded({ page, hasScript }: Visitor): Promise<void> {
  if (!hasScript) return;
  await expect
    .poll(() => page.locator('#_uploads').locator('[data-state=waiting], [data-state=running]').count())
    .toBe(0);
}

export const submit = ({ page }: Pick<Visitor, 'page'>): Promise<void> => page.click('#_submit');

/** Submits a form with errors and waits for the summary, which replaces an earlier one. */
export async function submitInVain({ page }: Pick<Visitor, 'page'>): Promise<void> {
  const earlier = await page.$('#_problems');
  await page.click('#_submit');
  await earlier?.waitForElementState('hidden').catch(() => undefined);
  await page.locator('#_problems').waitFor();
}

/** Waits for the receipt and returns its reference. */
export async function receipt({ page, language }: Pick<Visitor, 'page' | 'language'>): Promise<string> {
  await page.waitForURL(({ pathname }) => pathname === `${formPath(language)}/sent`);
  return page.locator('.receipt-reference').innerText();
}
