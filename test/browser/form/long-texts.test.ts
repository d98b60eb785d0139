/** @module-tag matrix */
import { describe, expect, it } from 'vitest';
import { MAX_FILE_NAME } from '../../../src/form/rules/limits.ts';
import { freeTexts } from '../../../src/form/rules/testing/sample-application.ts';
import { buildPdf } from '../../../src/form/uploads/checks/testing/build-pdf.ts';
import { languages } from '../../../src/i18n/languages.ts';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { overflowIn } from '../../support/overflow.ts';
import { answers } from './applicants.ts';
import { formBrowserForFile, type Visitor } from './form-browser.ts';
import { FILES, receipt, sendWhole, submit, submitInVain, type, untilUploaded } from './use-form.ts';

/** Text without a line-break opportunity. */
const long = (characters: number): string => 'Wm'.repeat(characters / 2);
const longNamed = (mark: string, buffer = buildPdf()) => ({
  name: `${mark}${long(MAX_FILE_NAME - 6)}`.slice(0, MAX_FILE_NAME - 4).concat('.pdf'),
  mimeType: 'application/pdf',
  buffer,
});
const longGood = longNamed('g');
const longBad = longNamed('b', Buffer.from('MZ'));

/** Values of the maximum length. */
const longest = { ...freeTexts(long), contactEmail: `${long(60)}@${long(60)}.example` };
const tooLong = Object.fromEntries(Object.entries(longest).map(([name, value]) => [name, value + value]));

/** States of the form with texts of maximum length. */
const longStates: Record<string, { hasScript: boolean; reach: (visitor: Visitor) => Promise<void> }> = {
  errors: {
    hasScript: false,
    reach: async (visitor) => {
      await type(visitor, tooLong);
      await visitor.page.fill('#captcha', long(100));
      await visitor.page.setInputFiles('#declareFile', [longGood, longBad]);
      await submitInVain(visitor);
    },
  },
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
  sent: {
    hasScript: false,
    reach: async (visitor) => {
      await type(visitor, { ...answers[visitor.language], ...longest, contactEmail: 'a@b.example' });
      await visitor.page.fill('#captcha', TEST_ANSWER);
      await visitor.page.setInputFiles('#declareFile', longGood);
      await submit(visitor);
      await receipt(visitor);
    },
  },
  'the window closed meanwhile': {
    hasScript: true,
    reach: async (visitor) => {
      await visitor.site.turn('closed');
      await submit(visitor);
      await visitor.page.locator('#_closed').waitFor();
      await visitor.site.turn('open');
    },
  },
};

const { withForm } = formBrowserForFile();

describe.each(languages)('texts of maximum length do not overflow (%s)', (language) => {
  it.each(Object.entries(longStates))('%s', (_name, { hasScript, reach }) =>
    withForm({ language, hasScript }, async (visitor) => {
      await reach(visitor);
      expect(await overflowIn('main', visitor.page)).toEqual([]);
    }),
  );
});
