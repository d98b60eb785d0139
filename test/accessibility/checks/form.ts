import type { Check } from '../check.ts';

/** Runs in the page: failures of a form that was sent with errors. */
function failuresWithErrors(): string[] {
  const summary = document.querySelector('#_problems');
  const lines = [...(summary?.querySelectorAll<HTMLAnchorElement>('li a') ?? [])];
  const fields = [...document.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')];
  const textOf = (field: HTMLInputElement) =>
    [...(field.ariaDescribedByElements ?? [])].map((element) => element.textContent).join(' ');
  const untied = lines.filter(
    ({ hash, textContent }) =>
      !fields.some((field) => `#${field.id}` === hash && textOf(field).includes(textContent)),
  );
  const vague = fields.filter((field) => field.value !== '' && textOf(field).length < 12);
  const isAnnounced = summary && (summary === document.activeElement || summary.role === 'alert');
  const name = document.querySelector<HTMLInputElement>('#companyName');
  const failures: [string, unknown][] = [
    ['3.3.1 there is no summary of errors', lines.length === 0],
    ['3.3.1 the title does not say that there are errors', !/^(?:Error|错误)/u.test(document.title)],
    ['3.3.4 errors cannot be corrected before sending', !document.querySelector('#_form [type=submit]')],
    ['3.3.7 a correct answer has to be entered again', !name?.value],
    ['4.1.3 the summary of errors neither takes the focus nor is an alert', !isAnnounced],
  ];
  return [
    ...failures.flatMap(([message, isTrue]) => (isTrue ? [message] : [])),
    ...untied.map(({ hash }) => `3.3.1 the error of ${hash} is not tied to its field`),
    ...vague.map(({ id }) => `3.3.3 the error of #${id} does not say how to correct it`),
  ];
}

export const errors: Check = (page) => page.evaluate(failuresWithErrors);

/** Runs in the page: failures of the fields of the form. */
async function failuresOfFields(): Promise<string[]> {
  const purposes = {
    contactPerson: 'name',
    contactPhone: 'tel',
    contactEmail: 'email',
    companyName: 'organization',
  };
  const one = (selector: string) => document.querySelector(selector);
  const sound = one('.captcha audio')?.getAttribute('src');
  const type = sound && (await fetch(sound)).headers.get('content-type');
  const failures: [string, unknown][] = [
    ['1.1.1 the captcha has no text that says what it is', one('.captcha img:not([alt])')],
    ['1.1.1 the captcha has no sound', one('.captcha img') && !type?.startsWith('audio/')],
    ['2.5.7 files can only be dragged', !one('input[type=file]')],
    ...Object.entries(purposes).map(([id, token]): [string, unknown] => [
      `1.3.5 ${id} has no autocomplete="${token}"`,
      one(`#${id}:not([autocomplete=${token}])`),
    ]),
  ];
  return failures.flatMap(([message, isTrue]) => (isTrue ? [message] : []));
}

export const fields: Check = async (page) => {
  const found = await page.evaluate(failuresOfFields);
  const url = page.url();
  await page.selectOption('#developmentStage', { index: 2 });
  await page.waitForTimeout(500);
  return page.url() === url ? found : [...found, '3.2.2 a choice submits the form'];
};

export const status: Check = async (page) => {
  const texts = await page.locator('[role=status], [role=alert], [aria-live]').allInnerTexts();
  return texts.join('').trim() === '' ? ['4.1.3 the result is in no live region'] : [];
};
