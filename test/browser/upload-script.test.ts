import { expect, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import { waitForFormScript } from '../support/browser.ts';
import { type Answer, PATHS, sent } from '../support/fake-form.ts';
import {
  button,
  ERROR_STATUS,
  isSubmitDelayed,
  LOST_CONNECTION,
  names,
  pdf,
  pick,
  recordUploadStatus,
  row,
  rows,
  submit,
  until,
  uploadStatuses,
  withForm,
} from '../support/fake-form-browser.ts';
import { createDraft, NEVER, refused, taken } from '../support/fake-uploads.ts';
import { isFocused } from '../support/focus.ts';

it('uploads picked files immediately and one by one', () =>
  withForm({}, async ({ page, fake }) => {
    const first = Promise.withResolvers<Answer>();
    fake.answers.file = (name) => (name === 'a.pdf' ? first.promise : taken('a.pdf', name));
    await recordUploadStatus(page);
    await page.fill('#contactPerson', 'Somebody');
    await pick(page, pdf('a.pdf', 1000), pdf('报告 <b>.pdf', 2000));
    await until(() => fake.uploads('PATCH').length === 1);
    expect(await rows(page).count()).toBe(2);
    expect(await row(page, '<b>').textContent()).toContain(en.uploadWaiting);
    expect(await page.inputValue('#declareFile')).toBe('');
    first.resolve(taken('a.pdf'));
    await until(async () => (await rows(page).count()) === 0);
    expect(await names(page)).toEqual(['a.pdf', '报告 <b>.pdf']);
    const [, , created, chunk] = fake.uploads();
    expect(created?.headers).toMatchObject({ 'submit-key': 'key-1', 'upload-length': '2000' });
    expect(chunk).toMatchObject({ name: '报告 <b>.pdf', headers: { 'hx-request': 'true' } });
    expect(chunk?.body).toEqual(pdf('', 2000).buffer);
    await until(async () => (await uploadStatuses(page)).includes('报告 <b>.pdf uploaded'));
    expect(await uploadStatuses(page)).toContain('a.pdf uploaded');
  }));

it('cancels running and waiting uploads', () =>
  withForm({ expected: LOST_CONNECTION }, async ({ page, fake }) => {
    fake.answers.file = (name) => (name === 'c.pdf' ? taken('c.pdf') : NEVER);
    await pick(page, pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'));
    await until(() => fake.uploads('PATCH').length === 1);
    await button(page, en.uploadCancel, 'b.pdf').click();
    await button(page, en.uploadCancel, 'a.pdf').click();
    await until(async () => (await rows(page).count()) === 0);
    expect(await names(page)).toEqual(['c.pdf']);
    expect(fake.uploads('PATCH').map(({ name }) => name)).toEqual(['a.pdf', 'c.pdf']);
    expect(fake.uploads('DELETE').map(({ name }) => name)).toEqual(['a.pdf']);
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  }));

it.each(['DELETE', 'POST'])(
  'delays a submission until a cancelled upload is removed, with a slow %s',
  (slow) =>
    withForm({ expected: LOST_CONNECTION }, async ({ page, fake }) => {
      const gate = Promise.withResolvers<undefined>();
      fake.answers.proxy = ({ method }) => (method === slow ? gate.promise : undefined);
      fake.answers.file = () => NEVER;
      fake.answers.form = () => sent;
      await pick(page, pdf('a.pdf'));
      await until(() => fake.uploads().at(-1)?.method === (slow === 'POST' ? 'POST' : 'PATCH'));
      await submit(page);
      await button(page, en.uploadCancel, 'a.pdf').click();
      await until(() => fake.uploads(slow).length === 1);
      expect(await isSubmitDelayed(page)).toBe(true);
      gate.resolve(undefined);
      await page.waitForURL(`**${PATHS.sent}`);
      expect(fake.uploads('DELETE')).toHaveLength(1);
    }),
);

it('shows uploads directly below the drop box without moving the rest of the form', () =>
  withForm({ expected: LOST_CONNECTION }, async ({ page, fake }) => {
    fake.answers.file = () => NEVER;
    const edge = (selector: string, side: 'top' | 'bottom') =>
      page.locator(selector).evaluate((element, name) => element.getBoundingClientRect()[name], side);
    const before = await edge('#_submit', 'top');
    await pick(page, pdf('a.pdf'));
    await row(page, 'a.pdf').waitFor();
    const [box, list, end, after] = await Promise.all([
      edge('#_drop', 'bottom'),
      edge('#_uploads', 'top'),
      edge('#_uploads', 'bottom'),
      edge('#_submit', 'top'),
    ]);
    expect(list - box).toBeLessThan(20);
    expect(after - before).toBeLessThan(end - list);
  }));

it('offers to retry a file if the response is an error page', () =>
  withForm({ expected: /./u }, async ({ page, fake }) => {
    fake.answers.proxy = () => ({ status: 500, text: '<h1>Oops</h1>' });
    await pick(page, pdf('a.pdf'));
    const retry = button(page, en.uploadRetry, 'a.pdf');
    await retry.waitFor();
    expect(await row(page, 'a.pdf').textContent()).toContain(
      en.uploadServerError.replace('{{file}}', 'a.pdf'),
    );
    await until(
      async () => (await page.textContent('#_upload-status'))?.includes('could not be uploaded') ?? false,
    );
    fake.answers.proxy = () => undefined;
    fake.answers.file = createDraft();
    await retry.click();
    await until(async () => (await names(page)).length === 1);
    expect(await rows(page).count()).toBe(0);
  }));

it('shows why a file was rejected and does not resend it', () =>
  withForm({ expected: ERROR_STATUS }, async ({ page, fake }) => {
    fake.answers.file = () => refused(en.problemFileDisguised);
    await pick(page, pdf('a.pdf'));
    await row(page, 'a.pdf').getByText(en.problemFileDisguised).waitFor();
    expect(await rows(page).getByRole('button').count()).toBe(1);
    const words = `a.pdf: ${en.problemFileDisguised}\n${en.uploadRefused}`;
    await until(async () => (await page.textContent('#_upload-status')) === words);
    await button(page, en.uploadDismiss, 'a.pdf').click();
    expect(await rows(page).count()).toBe(0);
    expect(fake.uploads().map(({ method }) => method)).toEqual(['POST', 'PATCH']);
  }));

it('confirms leaving the page only during uploads', () =>
  withForm({ expected: LOST_CONNECTION }, async ({ page, fake }) => {
    fake.answers.file = () => NEVER;
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      return dialog.accept();
    });
    await page.reload();
    await waitForFormScript(page);
    expect(asked).toEqual([]);
    await pick(page, pdf('a.pdf'));
    await until(() => fake.uploads('PATCH').length === 1);
    await page.click('#companyName');
    await page.goto(fake.origin + PATHS.sent);
    expect(asked).toEqual(['beforeunload']);
  }));

it('sends a waiting submission once when all uploads have finished', () =>
  withForm({}, async ({ page, fake }) => {
    const gate = Promise.withResolvers<Answer>();
    fake.answers.file = () => gate.promise;
    fake.answers.form = () => sent;
    await pick(page, pdf('a.pdf'));
    await submit(page);
    await until(() => isSubmitDelayed(page));
    await page.press('#companyName', 'Enter');
    expect(fake.forms()).toHaveLength(0);
    gate.resolve(taken('a.pdf'));
    await page.waitForURL(`**${PATHS.sent}`);
    expect(fake.forms()).toHaveLength(1);
    expect(fake.forms()[0]?.body.get('action')).toBe('submit');
  }));

it('does not send a submission if a file was rejected while it waited', () =>
  withForm({ expected: ERROR_STATUS }, async ({ page, fake }) => {
    const gate = Promise.withResolvers<Answer>();
    fake.answers.file = () => gate.promise;
    await pick(page, pdf('a.pdf'));
    await submit(page);
    await until(() => isSubmitDelayed(page));
    gate.resolve(refused(en.problemFileVirus));
    await until(() => isFocused(button(page, en.uploadDismiss, 'a.pdf')));
    expect(await isSubmitDelayed(page)).toBe(false);
    fake.answers.form = () => sent;
    await submit(page);
    await page.waitForURL(`**${PATHS.sent}`);
    expect(fake.forms()).toHaveLength(1);
  }));
