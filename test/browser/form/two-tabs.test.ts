/** @module-tag matrix */
import { describe, expect, it } from 'vitest';
import { buildPdf } from '../../../src/form/uploads/checks/testing/build-pdf.ts';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { answers } from './applicants.ts';
import { exported } from './export.ts';
import { formBrowserForFile, type Visitor } from './form-browser.ts';
import { listed, openForm, receipt, submit, submitInVain, type, untilUploaded } from './use-form.ts';

const { withForm } = formBrowserForFile();

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: buildPdf({ objects: `% ${name}\n` }),
});

async function choose(tab: Visitor, name: string): Promise<void> {
  await tab.page.setInputFiles('#declareFile', pdf(name));
  await untilUploaded(tab);
  await expect.poll(() => listed(tab)).toContain(name);
}

async function fillIn(tab: Visitor, companyName: string): Promise<void> {
  await type(tab, { ...answers[tab.language], companyName });
  await tab.page.fill('#captcha', TEST_ANSWER);
}

async function secondTab(visitor: Visitor): Promise<Visitor> {
  const second = { ...visitor, page: await visitor.context.newPage() };
  await openForm(second);
  return second;
}

describe('two applications in two tabs', () => {
  it('are sent with their own texts and files if both are opened first', () =>
    withForm({ language: 'en' }, async (one) => {
      const two = await secondTab(one);
      await choose(one, 'a.pdf');
      await choose(two, 'b.pdf');
      await fillIn(one, 'Company A');
      await fillIn(two, 'Company B');
      await submit(two);
      const references = [await receipt(two)];
      expect(await listed(one)).toEqual(['a.pdf']);
      await submit(one);
      references.push(await receipt(one));
      const sent = (await exported(one.site.dataDir)).filter(({ reference }) =>
        references.includes(reference),
      );
      const contents = sent.map(({ companyName, files }) => [companyName, ...files.map(({ name }) => name)]);
      expect(contents.toSorted()).toEqual([
        ['Company A', 'a.pdf'],
        ['Company B', 'b.pdf'],
      ]);
    }));

  it('of one draft show changed files and the sent application', () =>
    withForm({ language: 'en' }, async (one) => {
      await choose(one, 'a.pdf');
      await fillIn(one, 'Company A');
      const two = await secondTab(one);
      await choose(two, 'late.pdf');
      await submitInVain(one);
      expect(await one.page.locator('#_problems').innerText()).toContain(
        `late.pdf: ${one.texts.problemFileAddedElsewhere}`,
      );
      expect(await listed(one)).toEqual(['a.pdf', 'late.pdf']);
      await submit(one);
      const reference = await receipt(one);
      await type(two, { companyName: 'Company B' });
      await submitInVain(two);
      const said = await two.page.locator('#_problems').innerText();
      expect(said).toContain(two.texts.alreadySent);
      expect(said).toContain(reference);
      expect(await two.page.inputValue('#companyName')).toBe('Company B');
    }));
});
