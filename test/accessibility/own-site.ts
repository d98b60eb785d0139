import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { sampleApplications } from '../../src/applications/rules/testing/sample-application.ts';
import { pdfOf } from '../../src/applications/uploads/checks/testing/build-pdf.ts';
import type { Language } from '../../src/i18n/languages.ts';
import { startChangedSite } from '../support/demo-content.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { TEST_ANSWER, TEST_SETTINGS } from '../support/form-client.ts';
import { localizePath } from '../support/page-kinds.ts';
import { type Entry, entryOf } from './check.ts';

async function addFile(page: Page): Promise<void> {
  const file = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdfOf(20_000) };
  await page.setInputFiles('#declareFile', file);
  await page.locator('#_files li').waitFor();
}

/** Picks a file whose upload fails and one that the form rejects. */
async function failUploads(page: Page): Promise<void> {
  await page.route('**/application/uploads', (route) => route.fulfill({ status: 500 }));
  const files = [pdfOf(20_000), Buffer.alloc(0)].map((buffer, index) => ({
    name: `plan-${index}.pdf`,
    mimeType: 'application/pdf',
    buffer,
  }));
  await page.setInputFiles('#declareFile', files);
  await page.locator('[data-state=failed]').waitFor();
  await page.locator('[data-state=refused]').waitFor();
}

/** Fills fields, submits the form and waits for the page that follows. */
export async function submit(page: Page, values: Record<string, string>, next: string): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    if (name === 'developmentStage') await page.selectOption(`#${name}`, value);
    else await page.fill(`#${name}`, value);
  }
  await page.click('#_submit');
  await page.locator(next).waitFor();
}

/** Invalid values, whose messages must say how to correct them. */
const WRONG = {
  contactEmail: 'zoe@',
  contactPhone: '12',
  establishmentDate: '2999-01-01',
  companyName: 'Green Fields',
};

async function breakContent(folder: string): Promise<void> {
  const file = path.join(folder, 'declare.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), enabled: false }));
  await writeFile(path.join(folder, 'products.json'), 'not JSON');
}

/** Starts the demo site and one with a closed form and an invalid products file. */
export async function startOwnSites() {
  const [open, broken] = await Promise.all([
    startDemoSite({ environment: TEST_SETTINGS }),
    startChangedSite(breakContent),
  ]);
  /** States that are tested on the demo site only, not on a live site. */
  const statesOf = (language: Language): Entry[] => {
    const form = localizePath(language, '/work-with-us/application');
    const products = localizePath(language, '/our-business/product-matrix');
    const sendWrong = (page: Page) => submit(page, WRONG, '#_problems');
    const failToSend = async (page: Page) => {
      await page.locator('#_form-status').waitFor({ state: 'attached' });
      await page.route(`**${form}`, (route) => route.abort());
      await submit(page, {}, '.form-alert');
    };
    const send = async (page: Page) => {
      await addFile(page);
      await submit(page, { ...sampleApplications[language], captcha: TEST_ANSWER }, '.receipt-reference');
    };
    return [
      entryOf(language, 'form with errors', open.base + form, { reach: sendWrong }),
      entryOf(language, 'form with files', open.base + form, { reach: addFile }),
      entryOf(language, 'failed uploads', open.base + form, { reach: failUploads }),
      entryOf(language, 'form not sent', open.base + form, { reach: failToSend }),
      entryOf(language, 'receipt', open.base + form, { reach: send }),
      entryOf(language, 'form closed', broken.base + form),
      entryOf(language, '500', broken.base + products, { status: 500 }),
    ];
  };
  return { base: open.base, statesOf, stop: () => Promise.all([open.stop(), broken.stop()]) };
}
