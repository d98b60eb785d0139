import type { Page } from 'playwright';
import { expect } from 'vitest';
import { languages } from '../../../src/i18n/languages.ts';
import { complaintsOf } from '../../support/browser.ts';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { itEach } from '../../support/matrix.ts';
import { answers, BAD_EMAIL, bad, chosen, diskForFile, good } from './applicants.ts';
import { exported } from './export.ts';
import { type Visitor, withVisitor } from './form-browser.ts';
import {
  listed,
  openForm,
  openFromMenu,
  receipt,
  submit,
  submitInVain,
  type,
  typedIn,
  underWay,
  untilUploaded,
} from './use-form.ts';

const WRONG_CODE = 'no code at all';
/** Console messages about expected 422 responses. */
const REFUSED = /status of 422|: 422$/u;
/** Chromium's error when it goes back to the response of a POST. */
const ASKS_FIRST = /ERR_CACHE_MISS/u;

const onDisk = diskForFile();

const cases = languages.flatMap((language) =>
  [true, false].map((hasScript) => ({
    language,
    hasScript,
    label: `${language}, ${hasScript ? '' : 'no '}script`,
  })),
);

/** Expects all errors in one form. */
async function sendFaulty(visitor: Visitor): Promise<void> {
  const { page, language } = visitor;
  await type(visitor, { ...answers[language], contactEmail: BAD_EMAIL });
  await page.fill('#captcha', WRONG_CODE);
  await page.setInputFiles('#declareFile', await onDisk(chosen()));
  await untilUploaded(visitor);
  await submitInVain(visitor);
}

/** Returns the lines of the summary, with error text and linked field. */
const summaryOf = (page: Page) =>
  page.locator('#_problems li').evaluateAll((lines) =>
    lines.map((line) => ({
      words: line.textContent,
      leadsTo: line.querySelector('a')?.getAttribute('href'),
    })),
  );

async function expectFaultsNamed(visitor: Visitor): Promise<void> {
  const { page, texts } = visitor;
  await expect.poll(() => page.title()).toMatch(new RegExp(`^${texts.errorPrefix}.`, 'u'));
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('_problems');
  const summary = await summaryOf(page);
  const words = { contactEmail: texts.problemEmail, captcha: texts.problemCaptcha };
  for (const [name, said] of Object.entries(words)) {
    expect(summary.find(({ leadsTo }) => leadsTo === `#${name}`)?.words).toContain(said);
    expect(await page.locator(`#${name}-problem`).innerText()).toContain(said);
  }
  await expectBadFilesNamed(visitor, summary.map(({ words }) => words).join('\n'));
}

/** Expects errors for invalid files. With the script, each file was already uploaded in its own row. */
async function expectBadFilesNamed({ page, texts, hasScript }: Visitor, summary: string): Promise<void> {
  for (const { name, why } of bad) {
    const said = texts[why];
    const line = hasScript ? await page.locator('.upload').filter({ hasText: name }).innerText() : summary;
    expect(line).toContain(name);
    expect(line).toContain(said);
  }
}

async function expectNothingLost(visitor: Visitor): Promise<void> {
  const { language, hasScript } = visitor;
  expect(await typedIn(visitor)).toEqual({ ...answers[language], contactEmail: BAD_EMAIL });
  expect(await listed(visitor)).toEqual(good.map(({ name }) => name));
  expect(await underWay(visitor)).toEqual(hasScript ? bad.map(({ name }) => name) : []);
}

/** Opens the form in another tab before the application is submitted. */
async function openTwin(visitor: Visitor): Promise<Visitor> {
  const twin = { ...visitor, page: await visitor.context.newPage() };
  await openForm(twin);
  expect(await typedIn(twin)).toEqual(await typedIn(visitor));
  expect(await listed(twin)).toEqual(await listed(visitor));
  return twin;
}

async function correctAndSend(visitor: Visitor): Promise<string> {
  const { page, language } = visitor;
  await page.fill('#contactEmail', answers[language].contactEmail);
  await page.fill('#captcha', TEST_ANSWER);
  await submit(visitor);
  return receipt(visitor);
}

/** Expects the other tab's texts to be kept and not reported as submitted. */
async function expectToldSent(twin: Visitor, reference: string): Promise<void> {
  await twin.page.fill('#companyName', 'Another company');
  await submitInVain(twin);
  const said = await twin.page.locator('#_problems').innerText();
  expect(said).toContain(twin.texts.alreadySent);
  expect(said).toContain(reference);
  expect(await twin.page.inputValue('#companyName')).toBe('Another company');
}

/**
 * Goes back from the receipt. With the script, the refetched form is empty and rejected. Without the script, the browser repeats the POST.
 */
async function goBackAndSubmit(visitor: Visitor, reference: string): Promise<void> {
  const { page, hasScript } = visitor;
  const receiptUrl = page.url();
  if (hasScript) {
    await page.goBack();
    await submitInVain(visitor);
  } else {
    await expect(page.goBack()).rejects.toThrow(ASKS_FIRST);
    await page.locator('.receipt-reference').waitFor({ state: 'hidden' });
  }
  await page.goto(receiptUrl);
  expect(await receipt(visitor)).toBe(reference);
}

async function expectExported({ language }: Visitor, reference: string): Promise<void> {
  const application = await exported(reference);
  expect(application).toMatchObject({ reference, language, ...answers[language] });
  expect(application?.files).toEqual(good);
}

itEach(cases, ({ language, hasScript }) => hasScript === (language === 'zh'))(
  'a company applies: $label',
  ({ language, hasScript }) =>
    withVisitor({ language, hasScript }, async (visitor) => {
      const complaints = complaintsOf(visitor.page);
      await openFromMenu(visitor);
      await sendFaulty(visitor);
      await expectFaultsNamed(visitor);
      await expectNothingLost(visitor);
      const twin = await openTwin(visitor);
      const reference = await correctAndSend(visitor);
      await visitor.page.reload();
      expect(await receipt(visitor)).toBe(reference);
      await expectToldSent(twin, reference);
      expect(complaints.filter((complaint) => !REFUSED.test(complaint))).toEqual([]);
      await goBackAndSubmit(visitor, reference);
      await expectExported(visitor, reference);
    }),
);
