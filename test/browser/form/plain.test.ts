import { afterAll, beforeAll, expect } from 'vitest';
import { type Language, languages } from '../../../src/i18n/languages.ts';
import { filesShown } from '../../http/form/read-form.ts';
import { type FormClient, formClient, TEST_ANSWER } from '../../support/form-client.ts';
import { allIn, textOf } from '../../support/html.ts';
import { itEach } from '../../support/matrix.ts';
import { inLanguage } from '../../support/page-kinds.ts';
import { answers, BAD_EMAIL, bad, chosen, good } from './applicants.ts';
import { asExported, exported } from './export.ts';
import { texts } from './form-browser.ts';
import { type FormSite, formPath, sentPath, startFormSite } from './form-site.ts';

let site: FormSite;
beforeAll(async () => {
  site = await startFormSite();
});
afterAll(() => site.stop());

const names = (files: readonly { name: string }[]): string[] => files.map(({ name }) => name);

/** Opens the form through the menu. */
async function open(client: FormClient, language: Language): Promise<void> {
  const { hrefs, menu } = await client.get(inLanguage(language, '/'));
  expect(hrefs(menu)).toContain(client.path);
  const { status, form } = await client.get();
  expect(status).toBe(200);
  expect(form?.attributes.action).toBe(client.path);
}

/** Sends all errors in one POST: all are named, and valid input is kept. */
async function sendFaulty(client: FormClient, language: Language): Promise<void> {
  const { errorPrefix, problemEmail, problemCaptcha, ...words } = texts[language];
  const typed = { ...answers[language], contactEmail: BAD_EMAIL };
  const answer = await client.post({ fields: { ...typed, captcha: 'no code at all' }, files: chosen() });
  expect(answer.status).toBe(422);
  expect(answer.title.startsWith(errorPrefix)).toBe(true);
  const said = [
    problemEmail,
    problemCaptcha,
    ...bad.map(({ name, why }) => `${name}${language === 'zh' ? '：' : ': '}${words[why]}`),
  ];
  for (const words of said) expect(answer.summary).toContain(words);
  expect(answer.problems).toHaveLength(said.length);
  expect(client.inputs()).toMatchObject(typed);
  expect(filesShown(answer)).toEqual(names(good));
}

/** Sends the form and follows the redirect to the receipt. */
async function send(client: FormClient, language: Language, fields: Record<string, string>) {
  const { status, headers } = await client.post({ fields });
  expect(status).toBe(303);
  expect(headers.location).toContain(`${sentPath(language)}?receipt=`);
  return readReceipt(client, language);
}

async function readReceipt(client: FormClient, language: Language): Promise<string> {
  const { status, title, main } = await client.get(client.receipt());
  expect(status).toBe(200);
  expect(title).toContain(texts[language].submissionSuccessful);
  return allIn(main, 'dd', { class: 'receipt-reference' }).map(textOf).join();
}

itEach(
  languages.map((language) => ({ language })),
  ({ language }) => language === 'zh',
)('an old browser applies, from the menu to the export ($language)', async ({ language }) => {
  const known = (await exported(site.dataDir)).map(({ reference }) => reference);
  const client = formClient(site.port, formPath(language));
  const { contactEmail } = answers[language];
  await open(client, language);
  await sendFaulty(client, language);
  const reference = await send(client, language, { contactEmail, captcha: TEST_ANSWER });
  expect(reference).toMatch(/\w{6}$/u);
  expect(await readReceipt(client, language)).toBe(reference);
  expect(await send(client, language, { contactEmail, captcha: TEST_ANSWER })).toBe(reference);
  const all = await exported(site.dataDir);
  const [application, ...more] = all.filter((one) => !known.includes(one.reference));
  expect(more).toEqual([]);
  expect(application).toMatchObject({ reference, language, ...answers[language] });
  expect(application?.files).toEqual(good.map(asExported));
});
