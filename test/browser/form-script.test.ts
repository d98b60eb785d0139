import { expect, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import { renderField } from '../../src/site/layout/render.tsx';
import { type Answer, formModel, swapped } from '../support/fake-form.ts';
import { until, withForm } from '../support/fake-form-browser.ts';
import { isFocused } from '../support/focus.ts';

const ERROR_PAGE: Answer = { status: 500, text: '<!DOCTYPE html><title>Oops</title><h1 id="oops">Oops</h1>' };
const STATUS_500 = /status of 500|: 500$/u;
const NAME_PROBLEM = 'Enter at least 2 characters';
const TODAY = '2030-05-05';

const checked = (value: string, problem?: string): Answer => ({
  status: problem ? 422 : 200,
  text: renderField({ name: 'companyName', value, problem, today: TODAY }, 'en'),
});
const STATUS_422 = /status of 422|: 422$/u;
const WITH_FILE = { form: formModel({ files: [{ id: 'f1', name: 'a.pdf', size: '1 KB' }] }) };
const problems = [{ field: 'companyName' as const, text: NAME_PROBLEM }];

it('sends and swaps only the field that the visitor leaves', () =>
  withForm({ expected: STATUS_422 }, async ({ page, fake }) => {
    fake.answers.check = () => checked('A', NAME_PROBLEM);
    await page.fill('#contactPerson', 'Somebody else');
    await page.fill('#companyName', 'A');
    await page.focus('#companyShortName');
    await page.locator('#companyName-problem').waitFor();
    const [, post] = fake.checks();
    expect(Object.fromEntries(post?.body ?? [])).toEqual({
      token: 'token-1',
      submitKey: 'key-1',
      companyName: 'A',
    });
    expect(post?.check).toBe('companyName');
    expect(post?.headers['hx-request']).toBe('true');
    expect(await page.inputValue('#companyName')).toBe('A');
    expect(await isFocused(page.locator('#companyShortName'))).toBe(true);
  }));

it('shows no message if the response to a field check is an error page', () =>
  withForm({ expected: STATUS_500 }, async ({ page, fake }) => {
    fake.answers.check = () => ERROR_PAGE;
    await page.fill('#companyName', 'A');
    await page.focus('#companyShortName');
    await until(() => fake.checks().length === 1);
    await page.waitForLoadState('networkidle');
    expect(await page.locator('#companyName-field #companyName').inputValue()).toBe('A');
    expect(await page.locator('#_application [role="alert"], #oops').count()).toBe(0);
    expect(await page.title()).toBe('Apply');
  }));

it('keeps text typed before a late response to a field check', () =>
  withForm({ expected: STATUS_422 }, async ({ page, fake }) => {
    const late = Promise.withResolvers<Answer>();
    fake.answers.check = ({ body }) => (body.get('companyName') === 'A' ? late.promise : { text: '' });
    await page.fill('#companyName', 'A');
    await page.focus('#companyShortName');
    await until(() => fake.checks().length === 1);
    await page.fill('#companyName', 'Acme');
    await page.focus('#companyShortName');
    late.resolve(checked('A', NAME_PROBLEM));
    await until(() => fake.checks().length === 2);
    await page.waitForLoadState('networkidle');
    expect(await page.inputValue('#companyName')).toBe('Acme');
    expect(await page.locator('#companyName-problem').count()).toBe(0);
  }));

it('focuses the error summary, visible below the header', () =>
  withForm({ expected: STATUS_422 }, async ({ page, fake }) => {
    fake.answers.check = () => checked('A');
    fake.answers.form = ({ body }) =>
      swapped({ values: { companyName: `${body.get('companyName')}` }, problems }, 422, 'Error: Apply');
    await page.fill('#companyName', 'A');
    await page.click('#_submit');
    const summary = page.locator('#_problems');
    await until(() => isFocused(summary));
    expect(await page.locator('#_upload').isVisible()).toBe(false);
    expect(await page.title()).toBe('Error: Apply');
    expect(await page.inputValue('#companyName')).toBe('A');
    const [top, header] = await Promise.all([
      summary.evaluate((element) => element.getBoundingClientRect().top),
      page.locator('.header').evaluate((element) => element.getBoundingClientRect().bottom),
    ]);
    expect(top).toBeGreaterThanOrEqual(header);
    expect(top).toBeLessThan(header + 200);
  }));

it('keeps text typed during the submission', () =>
  withForm({ expected: STATUS_422 }, async ({ page, fake }) => {
    const gate = Promise.withResolvers<Answer>();
    fake.answers.check = ({ check }) => ({ text: `${check}` });
    fake.answers.form = () => gate.promise;
    await page.fill('#companyName', 'Old');
    await page.click('#_submit');
    await page.fill('#companyName', 'New');
    await page.fill('#captcha', '1234');
    gate.resolve(swapped({ values: { companyName: 'Old' }, problems }, 422));
    await page.locator('#_problems').waitFor();
    await until(async () => (await page.inputValue('#companyName')) === 'New');
    expect(await page.inputValue('#captcha')).toBe('1234');
    fake.answers.form = () => swapped({ captcha: { isSolved: false, sealed: 'sealed-2', typed: '' } });
    await page.click('#_new-code');
    await page.locator('[name="sealedCode"][value="sealed-2"]').waitFor({ state: 'attached' });
    expect(await page.inputValue('#captcha')).toBe('');
  }));

it('does not restore a captcha answer that was typed before the response with a new code', () =>
  withForm({}, async ({ page, fake }) => {
    const gate = Promise.withResolvers<Answer>();
    fake.answers.form = () => gate.promise;
    await page.click('#_new-code');
    await until(() => fake.forms().length === 1);
    await page.fill('#captcha', '1234');
    gate.resolve(swapped({ captcha: { isSolved: false, sealed: 'sealed-2', typed: '' } }));
    await page.locator('[name="sealedCode"][value="sealed-2"]').waitFor({ state: 'attached' });
    expect(await page.inputValue('#captcha')).toBe('');
  }));

it.each([
  ['the captcha field after a new code', '#_new-code', en.newCodeReady, 'action', 'new-code', '#captcha'],
  ['the file input after a removal', '[name=remove]', en.fileRemoved, 'remove', 'f1', '#declareFile'],
])('focuses and announces %s', (_name, button, notice, field, value, focused) =>
  withForm({ shown: WITH_FILE }, async ({ page, fake }) => {
    fake.answers.form = () => swapped({ notice });
    await page.click(button);
    await until(() => isFocused(page.locator(focused)));
    expect(fake.forms()[0]?.body.get(field)).toBe(value);
    expect(await page.textContent('#_upload-status')).toBe(notice);
  }),
);

it('reports a failed submission next to the button', () =>
  withForm({ expected: /50[03]|422/u }, async ({ page, fake }) => {
    fake.answers.check = () => checked('Acme');
    fake.answers.form = () => ERROR_PAGE;
    await page.fill('#companyName', 'Acme');
    await page.click('#_submit');
    const alert = page.locator('#_form').getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toBe(en.notSent);
    expect(await page.inputValue('#companyName')).toBe('Acme');
    expect(await page.title()).toBe('Apply');
    fake.answers.form = () => swapped({ problems }, 422);
    await page.click('#_submit');
    await page.locator('#_problems').waitFor();
    expect(await alert.count()).toBe(0);
  }));

it('shows the reason of a submission that the site refused without reading it', () =>
  withForm({ expected: /429/u }, async ({ page, fake }) => {
    const text = 'Too many attempts. Wait 10 seconds.';
    const headers = { 'HX-Reswap': 'none', 'Content-Type': 'text/plain; charset=utf-8' };
    fake.answers.form = () => ({ status: 429, headers, text });
    await page.click('#_submit');
    await page.locator('#_form').getByRole('alert').getByText(text, { exact: true }).waitFor();
  }));

it('opens the dialog of a closed form as a modal that Escape closes', () =>
  withForm({ shown: { closed: {} } }, async ({ page }) => {
    const dialog = page.getByRole('dialog', { name: en.submissionClosed });
    await until(() => dialog.evaluate((element) => element.matches(':modal')));
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    expect(await dialog.count()).toBe(0);
    await until(() => isFocused(page.locator('#_main')));
  }));
