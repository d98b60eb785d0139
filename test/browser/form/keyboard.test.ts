/** @module-tag matrix */
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { fieldNames, stages, type TextField, textFields } from '../../../src/form/rules/fields.ts';
import { languages } from '../../../src/i18n/languages.ts';
import { viewports } from '../../support/browser.ts';
import { focusProblems, isFocused, tabTo } from '../../support/focus.ts';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { describeEach, itEach, itFirst } from '../../support/matrix.ts';
import { answers, bad, diskForFile, good } from './applicants.ts';
import { exported } from './export.ts';
import { hiddenParts, numberWithin, walk } from './focus.ts';
import { formBrowserForFile, type Visitor } from './form-browser.ts';
import { formPath } from './form-site.ts';
import { listed, receipt, submitInVain, untilUploaded } from './use-form.ts';

const { withForm, withVisitor } = formBrowserForFile();
const onDisk = diskForFile();

/** One language per width: the layout depends on the width rather than on the texts. */
const looks = [
  { language: 'zh', viewport: viewports.phone, width: 360 },
  { language: 'en', viewport: viewports.desk, width: 1440 },
] as const;

const visitors = looks.map((look) => ({ ...look, hasScript: look.language === 'zh' }));

/** Types a value into the focused control: the parts of a date in the order of the browser's language. */
async function typeOne(page: Page, name: TextField, value: string): Promise<void> {
  if (name === 'developmentStage') {
    const steps = (stages as readonly string[]).indexOf(value) + 1;
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown');
  } else if (name === 'establishmentDate') {
    const [year, month, day] = value.split('-');
    await page.keyboard.type(`${month}${day}${year}`);
  } else {
    await page.keyboard.type(value);
  }
}

async function fillInByKeyboard({ page, language }: Visitor): Promise<void> {
  for (const name of textFields) {
    await tabTo(page, page.locator(`#${name}`));
    await typeOne(page, name, answers[language][name]);
  }
  await tabTo(page, page.locator('#captcha'));
  await page.keyboard.type(TEST_ANSWER);
  await tabTo(page, page.locator('#declareFile'));
  await page.setInputFiles('#declareFile', await onDisk(good));
}

/** Scrolls until the header covers the first line of an element. */
const pushUnderHeader = (page: Page, selector: string): Promise<void> =>
  page.locator(selector).evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 20));

/** Reaches a page with errors, files and, with the script, a refused file. */
async function chooseAndSubmit(visitor: Visitor): Promise<void> {
  await visitor.page.setInputFiles('#declareFile', await onDisk([...good, ...bad.slice(1, 2)]));
  await untilUploaded(visitor);
  await submitInVain(visitor);
}

describeEach(looks, ({ language }) => language === 'zh')(
  'the form by keyboard at $width px ($language)',
  ({ language, viewport }) => {
    itFirst(1, [true, false])(
      'with errors and files: Tab and Shift+Tab visit all controls in order and visibly (script: %s)',
      (hasScript) =>
        withForm({ language, viewport, hasScript }, async (visitor) => {
          const { page } = visitor;
          await chooseAndSubmit(visitor);
          const count = await numberWithin(page, 'main');
          const order = [...Array(count).keys()];
          await page.locator('[data-order="0"]').focus();
          const there = await walk(page, 'Tab', count - 1);
          expect(there.map((focus) => focus?.order)).toEqual(order.slice(1));
          expect(focusProblems(there)).toEqual([]);
          const back = await walk(page, 'Shift+Tab', count - 1);
          expect(back.map((focus) => focus?.order)).toEqual(order.slice(0, -1).reverse());
          expect(focusProblems(back)).toEqual([]);
        }),
    );

    it('the description is not under the header after Shift+Tab', () =>
      withForm({ language, viewport }, async ({ page }) => {
        await page.locator('.captcha audio').focus();
        await pushUnderHeader(page, '#companyDescription');
        await page.keyboard.press('Shift+Tab');
        expect(await isFocused(page.locator('#companyDescription'))).toBe(true);
        const { y: lid = 0, height = 0 } = (await page.locator('.header').boundingBox()) ?? {};
        const { y: top = 0 } = (await page.locator('#companyDescription').boundingBox()) ?? {};
        expect(top).toBeGreaterThanOrEqual(lid + height);
      }));

    itEach([{ key: 'Space' }, { key: 'Enter' }], ({ key }) => key === 'Space')(
      'it can be filled in and sent by keyboard, with $key on the button',
      ({ key }) =>
        withForm({ language, viewport, hasScript: key === 'Space' }, async (visitor) => {
          const { page, site } = visitor;
          await fillInByKeyboard(visitor);
          await tabTo(page, page.locator('#_submit'));
          await page.keyboard.press(key);
          const reference = await receipt(visitor);
          const sent = (await exported(site.dataDir)).find((one) => one.reference === reference);
          expect(sent).toMatchObject(answers[language]);
          expect(sent?.files).toHaveLength(good.length);
        }),
    );
  },
);

describeEach(visitors, ({ language }) => language === 'zh')(
  'a form with errors at $width px ($language, script: $hasScript)',
  (options) => {
    it('links each line of its summary to the field by Tab and Enter', () =>
      withForm(options, async ({ page }) => {
        await page.focus('#contactPerson');
        await page.keyboard.press('Enter');
        await page.locator('#_problems').waitFor();
        const hidden: Record<string, string[]> = {};
        for (const name of fieldNames) {
          await page.locator('#_problems').focus();
          await tabTo(page, page.locator(`#_problems a[href="#${name}"]`));
          await page.keyboard.press('Enter');
          await expect.poll(() => isFocused(page.locator(`#${name}`)), { message: name }).toBe(true);
          const parts = await hiddenParts(page, name);
          if (parts.length > 0) hidden[name] = parts;
        }
        expect(hidden).toEqual({});
      }));

    it('restores the focus after each button', () =>
      withForm(options, async (visitor) => {
        const { page, hasScript } = visitor;
        await tabTo(page, page.locator('#_new-code'));
        await page.keyboard.press('Enter');
        await page.locator('#_notice').waitFor();
        await expectFocusIn(page, 'captcha');
        await tabTo(page, page.locator('#declareFile'));
        await page.setInputFiles('#declareFile', await onDisk(good));
        if (!hasScript) {
          await tabTo(page, page.locator('#_upload'));
          await page.keyboard.press('Space');
        }
        await expect.poll(() => listed(visitor)).toHaveLength(good.length);
        await tabTo(page, page.locator('#_files button').first());
        await page.keyboard.press('Space');
        await expect.poll(() => listed(visitor)).toEqual(good.slice(1).map(({ name }) => name));
        await expectFocusIn(page, 'declareFile');
      }));
  },
);

/** The script focuses it; without the script, the fragment does. */
async function expectFocusIn(page: Page, name: string): Promise<void> {
  const focused = page.locator(`#${name}-field :focus`);
  await expect.poll(() => focused.count()).toBe(1);
}

const isInWindow = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

describeEach(
  languages.map((language) => ({ language })),
  ({ language }) => language === 'en',
)('the dialog of the closed window ($language)', ({ language }) => {
  const whileClosed = (hasScript: boolean, use: (visitor: Visitor) => Promise<void>) =>
    withVisitor({ language, hasScript, viewport: viewports.phone }, async (visitor) => {
      await visitor.site.turn('closed');
      try {
        await visitor.page.goto(formPath(language));
        await expect.poll(() => hasFocusInside(visitor)).toBe(true);
        await use(visitor);
      } finally {
        await visitor.site.turn('open');
      }
    });
  const dialogOf = ({ page, texts }: Visitor) => page.getByRole('dialog', { name: texts.submissionClosed });
  const hasFocusInside = async ({ page }: Visitor) =>
    (await page.locator('#_closed:focus-within').count()) === 1;

  itFirst(1, [true, false])('has the focus inside and closes by its button (script: %s)', (hasScript) =>
    whileClosed(hasScript, async (visitor) => {
      const { page, texts } = visitor;
      const button = page.getByRole('button', { name: texts.understood });
      await tabTo(page, button, 2);
      await page.keyboard.press('Enter');
      await expect.poll(() => dialogOf(visitor).count()).toBe(0);
      expect(await page.getByText(texts.closedText).isVisible()).toBe(true);
      expect(await page.locator('#_form').count()).toBe(0);
    }),
  );

  itFirst(1, [true, false])('shows its button and all of its text at any length (script: %s)', (hasScript) =>
    whileClosed(hasScript, async ({ page, texts }) => {
      await page.setViewportSize({ width: 320, height: 480 });
      const dialog = page.locator('#_closed');
      const heights = await dialog.evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
      expect(heights[0]).toBeGreaterThan(heights[1] ?? 0);
      const button = page.getByRole('button', { name: texts.understood });
      expect(await isInWindow(button)).toBe(true);
      await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      const lastWords = (await dialog.locator('> p').last().boundingBox()) ?? { y: 0, height: 0 };
      expect(lastWords.y + lastWords.height).toBeLessThanOrEqual((await button.boundingBox())?.y ?? 0);
      expect(await isInWindow(button)).toBe(true);
    }),
  );

  it('keeps the focus inside and closes by Escape, which focuses the page', () =>
    whileClosed(true, async (visitor) => {
      const { page } = visitor;
      // The page opens the dialog with the focus in it, then the script makes it modal.
      await expect.poll(() => page.locator('#_closed:modal').count()).toBe(1);
      for (let presses = 0; presses < 4; presses += 1) {
        await page.keyboard.press('Tab');
        expect(await page.locator('body :focus:not(#_closed, #_closed *)').count()).toBe(0);
      }
      await page.keyboard.press('Escape');
      await expect.poll(() => dialogOf(visitor).count()).toBe(0);
      await expect.poll(() => isFocused(page.locator('#_main'))).toBe(true);
    }));
});
