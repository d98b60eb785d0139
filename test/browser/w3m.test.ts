import { expect, it } from 'vitest';
import { fieldNames, textFields } from '../../src/form/rules/fields.ts';
import type { Language } from '../../src/i18n/languages.ts';
import { fieldLabel } from '../../views/forms/field-labels.ts';
import { inEachLanguage, isEnglish, itEach } from '../support/matrix.ts';
import { inLanguage, keywords } from '../support/page-kinds.ts';
import { dump, useW3m } from '../support/w3m.ts';
import { answers } from './form/applicants.ts';
import { formBrowserForFile, texts } from './form/form-browser.ts';
import { formPath } from './form/form-site.ts';

const { site } = formBrowserForFile();

/** Boxes of the text browser, one per line of a control: the description has eight. */
const BOXES = fieldNames.length + 7;

const letters = (text: string): string => text.replace(/\s+/gu, '');

/** First text that does not follow the earlier ones. */
function outOfOrder(shown: string, wanted: readonly string[]): string | undefined {
  let rest = letters(shown);
  return wanted.find((text) => {
    const at = rest.indexOf(letters(text));
    rest = rest.slice(at + letters(text).length);
    return at < 0;
  });
}

/** `/` finds a text, Tab moves to the next link or field, Enter opens it. */
const search = (language: Language) =>
  useW3m(`${site().base}${inLanguage(language, '/')}`, async ({ type, until }) => {
    const { menu, closeMenu, searchResults, colon } = texts[language];
    const keyword = keywords[language].title;
    await until('Viewing');
    type(`/${menu}\r`);
    await until('Viewing');
    type('\r');
    await until(closeMenu);
    type('\t\t\r');
    await until('TEXT:');
    type(`${keyword}\r`);
    await until('Viewing');
    type('\t\r');
    await until(`Viewing <${searchResults}${colon}${keyword}`);
  });

const sendForm = (language: Language) =>
  useW3m(`${site().base}${formPath(language)}`, async ({ type, until }) => {
    const { registrationPlaceHint, submitApplication, errorPrefix } = texts[language];
    await until('Viewing');
    type(`/${registrationPlaceHint}\r`);
    type('\t\r');
    await until('TEXT:');
    type(`${answers[language].registrationPlace}\r`);
    await until('Viewing');
    type(`/${submitApplication}\r`);
    type('\r');
    await until(`Viewing <${errorPrefix}`);
    type(`/${registrationPlaceHint}\r`);
    await until(`[${answers[language].registrationPlace}`);
  });

itEach(inEachLanguage, isEnglish)(
  'a text browser searches, and sends a form that comes back as it was ($language)',
  async ({ language }) => {
    await search(language);
    await sendForm(language);
  },
);

itEach(inEachLanguage, isEnglish)(
  'a text browser shows the form in order ($language)',
  async ({ language }) => {
    const words = texts[language];
    const shown = await dump(`${site().base}${formPath(language)}`);
    const wanted = [
      ...textFields.flatMap((name) => [fieldLabel(name, words), '[']),
      words.captcha,
      words.captchaHint,
      words.captchaListen,
      words.newCode,
      '[',
      words.declareFile,
      words.declareFileHint,
      '[',
      words.uploadFiles,
      words.submitApplication,
    ];
    expect(outOfOrder(shown.slice(shown.indexOf(words.companyName)), wanted)).toBeUndefined();
    const form = shown.slice(
      shown.indexOf(words.companyNameHint),
      shown.lastIndexOf(words.submitApplication),
    );
    expect(form.match(/\[[^\]]+\]/gu)).toHaveLength(BOXES);
  },
);

it('a text browser shows that the form is closed', async () => {
  await site().turn('closed');
  const shown = await dump(`${site().base}${formPath('en')}`);
  await site().turn('open');
  const { submissionClosed, understood, closedText, submitApplication } = texts.en;
  expect(outOfOrder(shown, [submissionClosed, understood, closedText])).toBeUndefined();
  expect(shown).not.toContain(submitApplication);
});
