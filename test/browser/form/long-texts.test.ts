/** @module-tag matrix */
import { describe, expect, it } from 'vitest';
import { MAX_FILE_NAME } from '../../../src/applications/rules/limits.ts';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { languages } from '../../../src/i18n/languages.ts';
import { overflowIn } from '../../support/overflow.ts';
import { formBrowserForFile, type Visitor } from './form-browser.ts';
import { FILES, sendWhole, untilUploaded } from './use-form.ts';

/** Returns text without a line-break opportunity. */
const long = (characters: number): string => 'Wm'.repeat(characters / 2);
const longNamed = (mark: string, buffer = buildPdf()) => ({
  name: `${mark}${long(MAX_FILE_NAME - 6)}`.slice(0, MAX_FILE_NAME - 4).concat('.pdf'),
  mimeType: 'application/pdf',
  buffer,
});
const longGood = longNamed('g');
const longBad = longNamed('b', Buffer.from('MZ'));

/** States of the form with names of maximum length, with and without the script. */
const longStates: Record<string, { hasScript: boolean; reach: (visitor: Visitor) => Promise<void> }> = {
  'files of every kind': {
    hasScript: true,
    reach: async (visitor) => {
      const { page } = visitor;
      await page.setInputFiles('#declareFile', [longGood, longBad]);
      await untilUploaded(visitor);
      await sendWhole(visitor);
      await page.route(FILES, (route) => route.fulfill({ status: 503 }));
      await page.setInputFiles('#declareFile', [longNamed('f')]);
      await page.locator('[data-state=failed]').waitFor();
      await page.unroute(FILES);
      await page.route(FILES, () => {});
      await page.setInputFiles('#declareFile', [longNamed('r'), longNamed('w')]);
      await page.locator('[data-state=running]').waitFor();
    },
  },
  'a file chosen': {
    hasScript: false,
    reach: ({ page }) => page.setInputFiles('#declareFile', longGood),
  },
};

const { withForm } = formBrowserForFile();

describe.each(languages)('file names of maximum length (%s)', (language) => {
  it.each(Object.entries(longStates))(
    'a file name of maximum length does not overflow: %s',
    (_name, { hasScript, reach }) =>
      withForm({ language, hasScript }, async (visitor) => {
        await reach(visitor);
        expect(await overflowIn('main', visitor.page)).toEqual([]);
      }),
  );
});
