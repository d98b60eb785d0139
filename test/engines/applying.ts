import { textFields } from '../../src/form/rules/fields.ts';
import { answers } from '../browser/form/applicants.ts';
import { TEST_ANSWER } from '../support/form-client.ts';
import { openPath, type Visitor } from './visitor.ts';

export const FORM = '/work-with-us/application';

/** With scripts their first line below the form tells that they run; in old engines they do not, and nothing is waited for. */
export async function openForm(visitor: Visitor): Promise<void> {
  await openPath(visitor, FORM);
  if (!visitor.hasScripts) return;
  await visitor.page.until(
    () => !('findLast' in Array.prototype) || document.querySelector('#_form-status') !== null,
  );
}

export async function fillIn({ page, language }: Visitor, file: string): Promise<void> {
  for (const name of textFields) await page.fill(`#${name}`, answers[language][name]);
  await page.fill('#captcha', TEST_ANSWER);
  await page.choose('#declareFile', [file]);
  // A file that goes up has a row until it is listed, and the buttons below move when the row goes.
  await page.until(() => !document.querySelector('.uploads > *'));
}

/** Sends what is wrong, and waits until it is said. */
export async function submitInVain({ page }: Visitor): Promise<void> {
  await page.click('#_submit');
  await page.until(() => document.querySelector('#_problems') !== null);
}

/** Sends the application and gives its reference. */
export async function apply(visitor: Visitor, file: string): Promise<string> {
  const { page } = visitor;
  await openForm(visitor);
  await fillIn(visitor, file);
  await page.click('#_submit');
  await page.until(() => /\/sent$/.test(location.pathname) && document.readyState === 'complete');
  return page.ask(() => (document.querySelector('.receipt-reference') as HTMLElement).innerText);
}
