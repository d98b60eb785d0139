import type { Page } from 'playwright';
import type { Check, Found } from '../check.ts';

/** Runs in the page: every field that is marked as wrong, with the texts that describe it. */
const wrongFields = () =>
  [...document.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')].map((field) => ({
    id: field.id,
    texts: (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.innerText ?? ''),
    value: field.value,
  }));

async function errorsOf(page: Page): Promise<Found[]> {
  const found: Found[] = [];
  const add = (criterion: string, message: string) => found.push({ criterion, message });
  const fields = await page.evaluate(wrongFields);
  const lines = await page
    .locator('#_problems li a')
    .evaluateAll((all) =>
      all.map((link) => ({ field: link.getAttribute('href')?.slice(1) ?? '', text: link.textContent })),
    );
  if (lines.length === 0) add('3.3.1', 'no summary of errors');
  for (const { field, text } of lines) {
    const wrong = fields.find(({ id }) => id === field);
    if (!wrong) add('3.3.1', `${field} has an error, but is not marked as invalid`);
    else if (!wrong.texts.some((own) => own.includes(text)))
      add('3.3.1', `the error of ${field} is not tied to it`);
  }
  const vague = fields.filter(({ value, texts }) => value !== '' && texts.join(' ').length < 12);
  for (const { id } of vague) add('3.3.3', `the error of ${id} does not say how to correct it`);
  if (!/^(?:Error|错误)/u.test(await page.title()))
    add('3.3.1', 'the title does not say that there are errors');
  const isAnnounced = await page.evaluate(
    () =>
      document.activeElement?.id === '_problems' || document.querySelector('#_problems')?.role === 'alert',
  );
  if (!isAnnounced) add('4.1.3', 'the summary of errors neither takes the focus nor is an alert');
  if ((await page.locator('#companyName').inputValue()) === '')
    add('3.3.7', 'a correct answer has to be entered again');
  if ((await page.locator('#_form button[type=submit]').count()) === 0)
    add('3.3.4', 'errors cannot be corrected before sending');
  return found;
}

export const errors: Check = {
  id: 'form-errors',
  run: ({ page }) => errorsOf(page),
};

/** Answers about the applicant have a purpose that browsers know. */
const PURPOSES = {
  contactPerson: 'name',
  contactPhone: 'tel',
  contactEmail: 'email',
  companyName: 'organization',
};

export const fields: Check = {
  id: 'form-fields',
  run: async ({ page }) => {
    const found: Found[] = [];
    const add = (criterion: string, message: string) => found.push({ criterion, message });
    for (const [id, token] of Object.entries(PURPOSES)) {
      const field = page.locator(`#${id}`);
      if ((await field.count()) > 0 && (await field.getAttribute('autocomplete')) !== token)
        add('1.3.5', `${id} has no autocomplete="${token}"`);
    }
    const unlabelled = await page
      .locator('#_form')
      .locator('input:not([type=hidden]), select, textarea')
      .evaluateAll((all) =>
        all
          .filter(
            (field) => field.checkVisibility() && ((field as HTMLInputElement).labels?.length ?? 0) === 0,
          )
          .map(({ id }) => id),
      );
    for (const id of unlabelled) add('3.3.2', `${id} has no visible label`);
    const captcha = page.locator('.captcha img');
    if ((await captcha.count()) > 0) {
      if (!(await captcha.getAttribute('alt'))) add('1.1.1', 'the captcha has no text that says what it is');
      const sound = await page
        .locator('.captcha audio')
        .getAttribute('src')
        .catch(() => null);
      const type = sound
        ? (await page.request.get(new URL(sound, page.url()).href)).headers()['content-type']
        : '';
      if (!type?.startsWith('audio/')) add('1.1.1', 'the captcha has no sound');
    }
    if ((await page.locator('input[type=file]').count()) === 0) add('2.5.7', 'files can only be dragged');
    const url = page.url();
    await page.locator('#developmentStage').selectOption({ index: 2 });
    await page.waitForTimeout(500);
    if (page.url() !== url) add('3.2.2', 'a choice submits the form');
    return found;
  },
};

export const status: Check = {
  id: 'status',
  run: async ({ page }) => {
    const texts = await page.locator('[role=status], [role=alert], [aria-live]').allInnerTexts();
    return texts.some((text) => text.trim() !== '')
      ? []
      : [{ criterion: '4.1.3', message: 'the result is in no live region' }];
  },
};
