import { inject } from 'vitest';
import type { Language } from '../../src/i18n/languages.ts';
import { inEachLanguage, isEnglish, itEach } from '../support/matrix.ts';
import { keywords, localizePath } from '../support/page-kinds.ts';
import { useW3m } from '../support/w3m.ts';
import { answers } from './form/applicants.ts';
import { texts } from './form/form-browser.ts';
import { formPath } from './form/use-form.ts';

const { demo } = inject('sites');

/** Searches by the keys of w3m, where `/` finds a text, Tab moves to the next link or field, and Enter opens it. */
const search = (language: Language) =>
  useW3m(`${demo}${localizePath(language, '/')}`, async ({ type, until }) => {
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
  useW3m(`${demo}${formPath(language)}`, async ({ type, until }) => {
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
  'a text browser searches and submits the form ($language)',
  async ({ language }) => {
    await search(language);
    await sendForm(language);
  },
);
