import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import { renderFiles } from '../../src/site/layout/render.tsx';
import type { FormFile } from '../../views/forms/application-form.model.ts';
import { waitForFormScript } from '../support/browser.ts';
import { type Answer, PATHS, type Post } from '../support/fake-form.ts';
import { pdf, recordUploadStatus, until, uploadStatuses, withForm } from '../support/fake-form-browser.ts';
import { isFocused } from '../support/focus.ts';

const STATUS = /status of [45]\d\d|: [45]\d\d$/u;
const CUT = /ERR_|Failed to fetch/u;
const NEVER = new Promise<never>(() => {});

const fileOf = ({ body }: Post): File => body.get('declareFile') as File;
const listed = (...names: string[]): FormFile[] =>
  names.map((name) => ({ id: `id-${name}`, name, size: '1 KB' }));
const taken = (...names: string[]): Answer => ({
  text: renderFiles({ files: listed(...names), unfinished: [] }, 'en'),
});
const refused = (problem: string, ...names: string[]): Answer => ({
  status: 422,
  text: renderFiles({ files: listed(...names), unfinished: [], problem }, 'en'),
});

/** Creates a draft that accepts every file. */
function draft() {
  const names: string[] = [];
  return (post: Post): Answer => {
    names.push(fileOf(post).name);
    return taken(...names);
  };
}

const rows = (page: Page) => page.locator('#_uploads > li');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const button = (page: Page, label: string, name: string) =>
  rows(page).getByRole('button', { name: `${label} ${name}`, exact: true });
const names = (page: Page) => page.locator('#_files .file-name').allTextContents();
const pick = (page: Page, ...files: ReturnType<typeof pdf>[]) => page.setInputFiles('#declareFile', files);

it('uploads picked files immediately and one by one', () =>
  withForm({}, async ({ page, fake }) => {
    const first = Promise.withResolvers<Answer>();
    const answer = draft();
    fake.answers.files = async (post) => {
      const usual = answer(post);
      return fileOf(post).name === 'a.pdf' ? first.promise : usual;
    };
    await recordUploadStatus(page);
    await page.fill('#contactPerson', 'Somebody');
    await pick(page, pdf('a.pdf', 1000), pdf('报告 <b>.pdf', 2000));
    await until(() => fake.uploads().length === 1);
    expect(await rows(page).count()).toBe(2);
    expect(await row(page, '<b>').textContent()).toContain(en.uploadWaiting);
    expect(await page.inputValue('#declareFile')).toBe('');
    first.resolve(taken('a.pdf'));
    await until(async () => (await rows(page).count()) === 0);
    expect(await names(page)).toEqual(['a.pdf', '报告 <b>.pdf']);
    const [, second] = fake.uploads();
    expect([...(second?.body.keys() ?? [])]).toEqual(['token', 'submitKey', 'declareFile']);
    expect(second && fileOf(second).size).toBe(2000);
    expect(second?.headers['hx-request']).toBe('true');
    await until(async () => (await uploadStatuses(page)).includes('Upload success: 报告 <b>.pdf'));
    expect(await uploadStatuses(page)).toContain('Upload success: a.pdf');
  }));

it('cancels running and waiting uploads', () =>
  withForm({ expected: CUT }, async ({ page, fake }) => {
    fake.answers.files = (post) => (fileOf(post).name === 'c.pdf' ? taken('c.pdf') : NEVER);
    await pick(page, pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'));
    await until(() => fake.uploads().length === 1);
    await button(page, en.uploadCancel, 'b.pdf').click();
    await button(page, en.uploadCancel, 'a.pdf').click();
    await until(async () => (await rows(page).count()) === 0);
    expect(await names(page)).toEqual(['c.pdf']);
    expect(fake.uploads().map((post) => fileOf(post).name)).toEqual(['a.pdf', 'c.pdf']);
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  }));

it('offers to retry a file if the response is an error page', () =>
  withForm({ expected: /./u }, async ({ page, fake }) => {
    fake.answers.files = () => ({ status: 500, text: '<h1>Oops</h1>' });
    await pick(page, pdf('a.pdf'));
    const retry = button(page, en.uploadRetry, 'a.pdf');
    await retry.waitFor();
    expect(await row(page, 'a.pdf').textContent()).toContain(
      en.uploadServerError.replace('{{file}}', 'a.pdf'),
    );
    await until(async () => (await page.textContent('#_upload-status'))?.startsWith('Upload error') ?? false);
    fake.answers.files = draft();
    await retry.click();
    await until(async () => (await names(page)).length === 1);
    expect(await rows(page).count()).toBe(0);
  }));

it('shows why a file was rejected and does not resend it', () =>
  withForm({ expected: STATUS }, async ({ page, fake }) => {
    fake.answers.files = () => refused(en.problemFileDisguised, 'kept.pdf');
    await pick(page, pdf('a.pdf'));
    await row(page, 'a.pdf').getByText(en.problemFileDisguised).waitFor();
    expect(await names(page)).toEqual(['kept.pdf']);
    expect(await rows(page).getByRole('button').count()).toBe(1);
    const words = `a.pdf: ${en.problemFileDisguised}`;
    await until(async () => (await page.textContent('#_upload-status')) === words);
    await button(page, en.uploadDismiss, 'a.pdf').click();
    expect(await rows(page).count()).toBe(0);
    expect(fake.uploads()).toHaveLength(1);
  }));

it('confirms leaving the page only during uploads', () =>
  withForm({ expected: CUT }, async ({ page, fake }) => {
    fake.answers.files = () => NEVER;
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      return dialog.accept();
    });
    await page.reload();
    await waitForFormScript(page);
    expect(asked).toEqual([]);
    await pick(page, pdf('a.pdf'));
    await until(() => fake.uploads().length === 1);
    await page.click('#companyName');
    await page.goto(fake.origin + PATHS.sent);
    expect(asked).toEqual(['beforeunload']);
  }));

const submit = (page: Page) => page.click('#_submit');
const isHeld = async (page: Page) => (await page.textContent('#_form-status')) === en.uploadsPending;
const sent: Answer = { headers: { 'HX-Redirect': PATHS.sent } };

it('sends a waiting submission once when all uploads have finished', () =>
  withForm({}, async ({ page, fake }) => {
    const gate = Promise.withResolvers<Answer>();
    fake.answers.files = () => gate.promise;
    fake.answers.form = () => sent;
    await pick(page, pdf('a.pdf'));
    await submit(page);
    await until(() => isHeld(page));
    await page.press('#companyName', 'Enter');
    expect(fake.forms()).toHaveLength(0);
    gate.resolve(taken('a.pdf'));
    await page.waitForURL(`**${PATHS.sent}`);
    expect(fake.forms()).toHaveLength(1);
    expect(fake.forms()[0]?.body.get('action')).toBe('submit');
  }));

it('does not send a submission if a file was rejected while it waited', () =>
  withForm({ expected: STATUS }, async ({ page, fake }) => {
    const gate = Promise.withResolvers<Answer>();
    fake.answers.files = () => gate.promise;
    await pick(page, pdf('a.pdf'));
    await submit(page);
    await until(() => isHeld(page));
    gate.resolve(refused(en.problemFileVirus));
    await until(() => isFocused(button(page, en.uploadDismiss, 'a.pdf')));
    expect(await isHeld(page)).toBe(false);
    fake.answers.form = () => sent;
    await submit(page);
    await page.waitForURL(`**${PATHS.sent}`);
    expect(fake.forms()).toHaveLength(1);
  }));
