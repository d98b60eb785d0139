import { textFields } from '../../src/applications/rules/fields.ts';
import { answers } from '../browser/form/applicants.ts';
import { TEST_ANSWER } from '../support/form-client.ts';
import { ARTICLE, keywords, LIST, SECTIONS } from '../support/page-kinds.ts';
import { openPath, type Visitor } from './visitor.ts';

const FORM = '/work-with-us/application';

/** Waits for the status line that the scripts add. Old engines do not run them. */
export async function openForm(visitor: Visitor): Promise<void> {
  await openPath(visitor, FORM);
  if (!visitor.hasScripts) return;
  await visitor.page.until(
    () => !('findLast' in Array.prototype) || document.querySelector('#_form-status') !== null,
  );
}

/** Submits the form and waits for the error summary. */
export async function submitInvalid({ page }: Visitor): Promise<void> {
  await page.click('#_submit');
  await page.until(() => document.querySelector('#_problems') !== null);
}

/** Sends an application and returns its reference. */
export async function apply(visitor: Visitor, file: string): Promise<string> {
  const { page, language } = visitor;
  await openForm(visitor);
  for (const name of textFields) await page.fill(`#${name}`, answers[language][name]);
  await page.fill('#captcha', TEST_ANSWER);
  await page.choose('#declareFile', [file]);
  // Waits until the file is listed and its upload is not, because both move the buttons below. Old engines do not run the scripts.
  const isListed = () =>
    !('findLast' in Array.prototype) ||
    (document.querySelector('#_files > li') !== null && !document.querySelector('.uploads > *'));
  if (visitor.hasScripts) await page.until(isListed);
  await page.click('#_submit');
  await page.until(() => /\/sent$/.test(location.pathname) && document.readyState === 'complete');
  return page.evaluate(() => (document.querySelector('.receipt-reference') as HTMLElement).innerText);
}

/** A kind of page, and a function that opens it. */
type Look = { name: string; go: (visitor: Visitor, file: string) => Promise<unknown> };

async function openMenu(visitor: Visitor): Promise<void> {
  await openPath(visitor, '/');
  const { page, device } = visitor;
  if (device === 'phone') await page.click('.menu-button');
  else await page.moveTo('.menu-items > ul > li:nth-child(2) > a');
  const shown = (selector: string) => {
    const element = document.querySelector(selector);
    if (!element) return false;
    const { visibility, opacity } = getComputedStyle(element);
    return element.getClientRects().length > 0 && visibility === 'visible' && opacity === '1';
  };
  await page.until(
    shown,
    device === 'phone' ? '.menu-items' : '.menu-items > ul > li:nth-child(2) .menu-panel',
  );
}

export const looks: Look[] = [
  { name: 'home', go: (visitor) => openPath(visitor, '/') },
  { name: 'article', go: (visitor) => openPath(visitor, ARTICLE) },
  { name: 'list', go: (visitor) => openPath(visitor, LIST) },
  { name: 'section page', go: (visitor) => openPath(visitor, SECTIONS) },
  {
    name: 'search',
    go: (visitor) =>
      openPath(visitor, `/search?keyword=${encodeURIComponent(keywords[visitor.language].found)}`),
  },
  { name: 'form', go: (visitor) => openPath(visitor, FORM) },
  {
    name: 'form errors',
    async go(visitor) {
      await openForm(visitor);
      await submitInvalid(visitor);
    },
  },
  { name: 'receipt', go: apply },
  { name: '404', go: (visitor) => openPath(visitor, '/no/such/page') },
  { name: 'menu open', go: openMenu },
];
