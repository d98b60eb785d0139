import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fieldNames, textFields } from '../../../src/form/rules/fields.ts';
import type { Language } from '../../../src/i18n/languages.ts';
import { fieldLabel } from '../../../views/forms/field-labels.ts';
import { formClient, TEST_ANSWER } from '../../support/form-client.ts';
import { describeEach, inEachLanguage, isEnglish, itEach } from '../../support/matrix.ts';
import { dump, useW3m } from '../../support/w3m.ts';
import { answers, BAD_EMAIL, good } from './applicants.ts';
import { texts } from './form-browser.ts';
import { type FormSite, formPath, sentPath, startFormSite } from './form-site.ts';

/** A box of the text browser, one per line of a control: the description has eight. */
const BOX = /\[[^\]]+\]/gu;
const BOXES = fieldNames.length + 7;

let site: FormSite;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-w3m-page-'));
  site = await startFormSite();
});
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

const letters = (text: string): string => text.replace(/\s+/gu, '');

/** First piece that does not follow the earlier ones. */
function outOfOrder(shown: string, pieces: readonly string[]): string | undefined {
  let rest = letters(shown);
  return pieces.find((piece) => {
    const place = rest.indexOf(letters(piece));
    rest = rest.slice(place + letters(piece).length);
    return place < 0;
  });
}

/** Page of one visitor's session. */
async function dumpOf(html: string): Promise<string> {
  const page = path.join(folder, 'page.html');
  await writeFile(page, html);
  return dump(page);
}

const clientFor = (language: Language) => formClient(site.port, formPath(language));
const labelOf = (language: Language) => (name: (typeof fieldNames)[number]) =>
  fieldLabel(name, texts[language]);

/** The form from its first label to its last button. */
function formIn(shown: string, language: Language): string {
  const end = shown.lastIndexOf(texts[language].submitApplication);
  return shown.slice(shown.indexOf(texts[language].companyNameHint), end);
}

describeEach(inEachLanguage, isEnglish)('a text browser ($language)', ({ language }) => {
  const words = texts[language];

  it('shows the fields in order', async () => {
    const shown = await dump(`${site.base}${formPath(language)}`);
    const pieces = [
      ...textFields.flatMap((name) => [labelOf(language)(name), '[']),
      words.captcha,
      words.captchaHint,
      words.captchaPicture,
      words.captchaListen,
      words.newCode,
      '[',
      words.declareFile,
      words.declareFileHint,
      '[',
      words.uploadHint,
      words.uploadFiles,
      words.submitApplication,
    ];
    expect(outOfOrder(shown.slice(shown.indexOf(words.companyName)), pieces)).toBeUndefined();
    expect(formIn(shown, language).match(BOX)).toHaveLength(BOXES);
    expect(shown.split(words.submitApplication)).toHaveLength(2);
  });
});

describeEach(inEachLanguage, isEnglish)('a form that comes back ($language)', ({ language }) => {
  const words = texts[language];

  it('shows errors above the form and between label and control', async () => {
    const client = clientFor(language);
    await client.get();
    const fields = { ...answers[language], contactEmail: BAD_EMAIL, captcha: TEST_ANSWER };
    const files = [...good.slice(0, 1), { name: 'a.pdf', content: Buffer.alloc(0) }];
    const { text } = await client.post({ fields, files });
    const shown = await dumpOf(text);
    const empty = `a.pdf${words.colon}${words.problemFileEmpty}`;
    const error = words.errorPrefix;
    const pieces = [
      words.problemsHeading,
      words.problemEmail,
      empty,
      words.contactEmail,
      `${error}${words.problemEmail}`,
      `[${BAD_EMAIL}`,
      words.captchaSolved,
      words.declareFile,
      `${error}${empty}`,
      good[0]?.name ?? '',
      words.removeFile,
    ];
    expect(outOfOrder(shown, pieces)).toBeUndefined();
  });

  it('shows the receipt after the form is sent', async () => {
    const client = clientFor(language);
    await client.get();
    const { headers } = await client.post({
      fields: { ...answers[language], captcha: TEST_ANSWER },
      files: good,
    });
    expect(headers.location).toContain(`${sentPath(language)}?receipt=`);
    const shown = await dumpOf((await client.get(client.receipt())).text);
    const typed = { ...answers[language], developmentStage: language === 'zh' ? '成长期' : 'Pre-IPO' };
    const pieces = [
      words.submissionSuccessful,
      words.sentLead,
      words.reference,
      'A-20',
      words.submittedAt,
      words.receipt,
      ...textFields.flatMap((name) => [labelOf(language)(name), typed[name]]),
      words.declareFile,
      ...good.map(({ name }) => name),
      words.printHint,
      words.anotherApplication,
    ];
    expect(outOfOrder(shown, pieces)).toBeUndefined();
  });
});

it('a text browser shows that the form is closed', async () => {
  await site.turn('closed');
  const shown = await dump(`${site.base}${formPath('en')}`);
  await site.turn('open');
  const { submissionClosed, understood, closedText } = texts.en;
  expect(outOfOrder(shown, [submissionClosed, understood, closedText])).toBeUndefined();
  expect(shown).not.toContain(texts.en.submitApplication);
});

/** `/` finds a text, Tab moves to the next field, Enter opens and sends it. */
const fillAndSend = (language: Language) =>
  useW3m(`${site.base}${formPath(language)}`, async ({ type, until }) => {
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
  'a text browser sends the form and shows it again unchanged ($language)',
  ({ language }) => fillAndSend(language),
);
