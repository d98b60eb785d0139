import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { sampleApplications } from '../../src/form/rules/testing/sample-application.ts';
import { pdfOf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import type { Language } from '../../src/i18n/languages.ts';
import { startChangedSite } from '../support/demo-content.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { TEST_ANSWER, TEST_SETTINGS } from '../support/form-client.ts';
import { inLanguage } from '../support/page-kinds.ts';
import type { Entry } from './check.ts';

const FORM = '/work-with-us/application';

const submit = (page: Page) => page.locator('#_form button[type=submit]').last().click();
const addFile = async (page: Page) => {
  await page.setInputFiles('#declareFile', {
    name: 'plan.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf(20_000),
  });
  await page.locator('#_files li').waitFor();
};

/** Wrong values: the messages must say how to correct them. */
const WRONG = {
  contactEmail: 'zoe@',
  contactPhone: '12',
  establishmentDate: '2999-01-01',
  companyName: 'Green Fields',
};

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`#${name}`);
    if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
}

const formStates = (language: Language): [kind: string, reach: Entry['reach']][] => [
  [
    'form with errors',
    async (page) => {
      await fill(page, WRONG);
      await submit(page);
      await page.locator('#_problems').waitFor();
    },
  ],
  ['form with files', addFile],
  [
    'receipt',
    async (page) => {
      await fill(page, { ...sampleApplications[language], captcha: TEST_ANSWER });
      await addFile(page);
      await submit(page);
      await page.waitForURL(/\/sent/u);
    },
  ],
];

/** Starts the demo site, one whose form is closed, and one with a broken file. */
export async function startOwnSites() {
  const close = async (folder: string) => {
    const file = path.join(folder, 'declare.json');
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), enabled: false }));
  };
  const breakFile = (folder: string) => writeFile(path.join(folder, 'products.json'), 'not JSON');
  const [open, closed, failing] = await Promise.all([
    startDemoSite({ environment: TEST_SETTINGS }),
    startChangedSite(close),
    startChangedSite(breakFile),
  ]);
  return {
    base: open.base,
    /** States of the demo site that a live site is not brought into. */
    states: (language: Language): Entry[] => {
      const entry = (kind: string, url: string): Entry => ({
        id: `${language}-${kind.replaceAll(' ', '-')}`,
        kind,
        language,
        url,
      });
      return [
        ...formStates(language).map(([kind, reach]) => ({
          ...entry(kind, open.base + inLanguage(language, FORM)),
          reach,
        })),
        entry('form closed', closed.base + inLanguage(language, FORM)),
        { ...entry('500', failing.base + inLanguage(language, '/our-business/product-matrix')), status: 500 },
      ];
    },
    stop: () => Promise.all([open.stop(), closed.stop(), failing.stop()]),
  };
}
