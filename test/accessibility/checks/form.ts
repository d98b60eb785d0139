import type { Check, Found } from '../check.ts';

/** Runs in the page and returns failures of a form that was submitted with errors. */
function failuresWithErrors(): Found {
  const summary = document.querySelector('#_problems');
  const lines = [...(summary?.querySelectorAll<HTMLAnchorElement>('li a') ?? [])];
  const fields = [...document.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')].map((field) => ({
    hash: `#${field.id}`,
    isEmpty: field.value === '',
    text: field.ariaDescribedByElements?.map((element) => element.textContent).join(' ') ?? '',
  }));
  const isTied = ({ hash, textContent }: HTMLAnchorElement) =>
    fields.some((field) => field.hash === hash && field.text.includes(textContent));
  const isAnnounced = summary && (summary === document.activeElement || summary.role === 'alert');
  return [
    lines.length === 0 && '3.3.1 there is no summary of errors',
    !/^(?:Error|错误)/u.test(document.title) && '3.3.1 the title does not say that there are errors',
    !document.querySelector('#_form [type=submit]') && '3.3.4 errors cannot be corrected before sending',
    !document.querySelector<HTMLInputElement>('#companyName')?.value && '3.3.7 a correct answer is lost',
    !isAnnounced && '4.1.3 the summary of errors neither takes the focus nor is an alert',
    ...lines.map((line) => !isTied(line) && `3.3.1 the error of ${line.hash} is not tied to its field`),
    ...fields.map(
      ({ hash, isEmpty, text }) =>
        !isEmpty && text.length < 12 && `3.3.3 the error of ${hash} does not say how to correct it`,
    ),
  ];
}

export const errors: Check = (page) => page.evaluate(failuresWithErrors);

/** Runs in the page and returns failures of the form's fields. */
async function failuresOfFields(): Promise<Found> {
  const one = (selector: string) => document.querySelector(selector);
  const sound = one('.captcha audio')?.getAttribute('src');
  const type = sound && (await fetch(sound)).headers.get('content-type');
  const purposes = { contactPerson: 'name', contactPhone: 'tel', contactEmail: 'email' };
  return [
    one('.captcha img:not([alt])') && '1.1.1 the captcha has no text that says what it is',
    one('.captcha img') && !type?.startsWith('audio/') && '1.1.1 the captcha has no sound',
    !one('input[type=file]') && '2.5.7 files can only be dragged',
    ...Object.entries({ ...purposes, companyName: 'organization' }).map(
      ([id, token]) =>
        one(`#${id}:not([autocomplete=${token}])`) && `1.3.5 ${id} has no autocomplete="${token}"`,
    ),
  ];
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
  return texts.join('').trim() ? [] : ['4.1.3 the result is in no live region'];
};
