import { expect } from 'vitest';
import { fieldNames } from '../../../src/form/rules/fields.ts';
import { fieldLabel } from '../../../views/forms/field-labels.ts';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { inEachLanguage, isEnglish, itEach } from '../../support/matrix.ts';
import { answers, diskForFile, good } from './applicants.ts';
import { formBrowserForFile } from './form-browser.ts';
import { receipt, submit, type } from './use-form.ts';

const { withForm } = formBrowserForFile();
const onDisk = diskForFile();

itEach(inEachLanguage, isEnglish)(
  'a receipt prints with all fields and the contact, without menus and buttons ($language)',
  ({ language }) =>
    withForm({ language, hasScript: false }, async (visitor) => {
      const { page, texts } = visitor;
      await type(visitor, answers[language]);
      await page.fill('#captcha', TEST_ANSWER);
      await page.setInputFiles('#declareFile', await onDisk(good));
      await submit(visitor);
      const reference = await receipt(visitor);
      await page.emulateMedia({ media: 'print' });
      const printed = await page.locator('body').innerText();
      const labels = fieldNames.filter((name) => name !== 'captcha').map((name) => fieldLabel(name, texts));
      const group = ['contact@yuanshan.example', '+86 571 5550 8800', '浙ICP备05000000号-1'];
      const words = [reference, texts.submittedAt, texts.nextSteps];
      const { developmentStage: _stage, companyDescription, ...sent } = answers[language];
      const typed = [
        ...Object.values(sent),
        companyDescription.split('\n')[0],
        ...good.map(({ name }) => name),
      ];
      for (const part of [...words, ...labels, ...typed, ...group]) {
        expect.soft(printed).toContain(part);
      }
      for (const gone of ['nav', 'form', 'button', '.skip', '.receipt-next']) {
        const shown = page.locator(gone).evaluateAll((list) => list.some((item) => item.checkVisibility()));
        expect(await shown, gone).toBe(false);
      }
    }),
);
