/** @module-tag matrix */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page, Route } from 'playwright';
import { describe, expect, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import { PROBLEM_HEADER } from '../../src/applications/rules/client-protocol.ts';
import { MAX_FILE_BYTES } from '../../src/applications/rules/limits.ts';
import { texts } from '../../src/i18n/set-up.ts';
import { renderFiles } from '../../src/site/layout/render.tsx';
import type { FormFile } from '../../views/forms/application-form.model.ts';
import { waitForFormScript } from '../support/browser.ts';
import { type Answer, formModel, PATHS, type Post, swapped } from '../support/fake-form.ts';
import { pdf, recordUploadStatus, until, uploadStatuses, withForm } from '../support/fake-form-browser.ts';
import { isFocused } from '../support/focus.ts';

const STATUS = /status of [45]\d\d|: [45]\d\d$/u;
const CUT = /ERR_|Failed to fetch/u;
const NEVER = new Promise<never>(() => {});
const TUS = { 'Tus-Resumable': '1.0.0' };

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

/** Picks files that are created in the page, because large files are slow to transfer. */
const pickMade = (page: Page, sizes: Record<string, number>) =>
  page.locator('#declareFile').evaluate((input, entries) => {
    const transfer = new DataTransfer();
    for (const [name, size] of entries) transfer.items.add(new File([new Uint8Array(size)], name));
    (input as HTMLInputElement).files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, Object.entries(sizes));

describe('picked files', () => {
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

  it.each<[string, Answer]>([
    ['an error page', { status: 500, text: '<h1>Oops</h1>' }],
    ['a limit', { status: 429, text: 'Too many' }],
    ['the whole page', swapped()],
  ])('offers to retry a file if the response is %s', (_name, answer) =>
    withForm({ expected: /./u }, async ({ page, fake }) => {
      fake.answers.files = () => answer;
      await pick(page, pdf('a.pdf'));
      const retry = button(page, en.uploadRetry, 'a.pdf');
      await retry.waitFor();
      expect(await row(page, 'a.pdf').textContent()).toContain(
        en.uploadServerError.replace('{{file}}', 'a.pdf'),
      );
      await until(
        async () => (await page.textContent('#_upload-status'))?.startsWith('Upload error') ?? false,
      );
      fake.answers.files = draft();
      await retry.click();
      await until(async () => (await names(page)).length === 1);
      expect(await rows(page).count()).toBe(0);
    }),
  );

  it('continues uploads when a lost connection is back', () =>
    withForm({ expected: CUT }, async ({ page, fake }) => {
      fake.answers.files = draft();
      await pick(page, pdf('first.pdf'));
      await until(async () => (await names(page)).length === 1);
      await page.context().setOffline(true);
      await pick(page, pdf('a.pdf'));
      await button(page, en.uploadCancel, 'a.pdf').focus();
      const lost = en.uploadLost.replace('{{file}}', 'a.pdf');
      await row(page, 'a.pdf').getByText(lost, { exact: true }).waitFor();
      await until(async () => (await page.textContent('#_upload-status')) === lost);
      await page.context().setOffline(false);
      await until(async () => (await names(page)).length === 2);
      await until(() => isFocused(page.locator('#declareFile')));
    }));

  it('retries files that failed on the server when the browser is online', () =>
    withForm({ expected: STATUS }, async ({ page, fake }) => {
      fake.answers.files = () => ({ status: 503 });
      await pick(page, pdf('a.pdf'));
      await button(page, en.uploadRetry, 'a.pdf').waitFor();
      expect(fake.uploads()).toHaveLength(2);
      fake.answers.files = draft();
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await until(async () => (await names(page)).length === 1);
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

  it('clears the error of a submission without files when a file is picked', () =>
    withForm(
      { shown: { form: formModel({ problems: [{ field: 'declareFile', text: en.problemNoFile }] }) } },
      async ({ page, fake }) => {
        fake.answers.files = draft();
        const field = page.locator('#declareFile-field');
        expect(await field.getByText(en.problemNoFile).count()).toBe(1);
        await pick(page, pdf('a.pdf'));
        await until(async () => (await names(page)).length === 1);
        expect(await field.getByText(en.problemNoFile).count()).toBe(0);
        expect(await page.locator('.field-wrong, [aria-invalid="true"]').count()).toBe(0);
      },
    ));

  it('does not retry files that no longer exist', () =>
    withForm({ expected: CUT }, async ({ page, fake }) => {
      const gate = Promise.withResolvers<Answer>();
      fake.answers.files = () => gate.promise;
      const folder = await mkdtemp(path.join(tmpdir(), 'plinth-test-'));
      const gone = path.join(folder, 'gone.pdf');
      await writeFile(gone, 'x');
      await pick(page, pdf('a.pdf'));
      await until(() => fake.uploads().length === 1);
      await page.setInputFiles('#declareFile', gone);
      await row(page, 'gone.pdf').waitFor();
      await rm(folder, { recursive: true });
      gate.resolve(taken('a.pdf'));
      await button(page, en.uploadDismiss, 'gone.pdf').waitFor();
      expect(await rows(page).getByRole('button').count()).toBe(1);
    }));

  it('rejects empty and oversized files without sending them', () =>
    withForm({}, async ({ page, fake }) => {
      fake.answers.files = draft();
      await pickMade(page, { 'big.pdf': MAX_FILE_BYTES + 1, 'empty.pdf': 0, 'full.pdf': MAX_FILE_BYTES });
      await until(async () => (await names(page)).includes('full.pdf'));
      expect(await row(page, 'big.pdf').textContent()).toContain(texts('en').problemFileTooBig);
      expect(await row(page, 'empty.pdf').textContent()).toContain(en.problemFileEmpty);
      expect(fake.uploads()).toHaveLength(1);
    }));

  it('uploads files that were picked before the script loaded', () =>
    withForm({}, async ({ page, fake }) => {
      fake.answers.files = draft();
      const script = Promise.withResolvers<void>();
      await page.route('**/form.js', (route) => script.promise.then(() => route.continue()));
      await page.reload({ waitUntil: 'commit' });
      await pick(page, pdf('early.pdf'));
      script.resolve();
      await until(async () => (await names(page)).includes('early.pdf'));
    }));

  it('sends files with the form if the upload script failed to load', () =>
    withForm({ expected: CUT }, async ({ page, fake }) => {
      fake.answers.files = draft();
      // Simulates a browser that remembers the failed import of this URL.
      await page.route('**/send.js', (route) => route.abort());
      await pick(page, pdf('a.pdf'));
      await row(page, 'a.pdf').getByText(en.uploadHeld.replace('{{file}}', 'a.pdf')).waitFor();
      await pick(page, pdf('b.pdf'));
      await until(async () => (await names(page)).includes('b.pdf'));
      fake.answers.form = () => swapped({ files: listed('a.pdf', 'b.pdf') });
      await page.click('#_submit');
      await until(async () => (await rows(page).count()) === 0);
      const files = fake.forms()[0]?.body.getAll('declareFile') as File[];
      expect(files.map(({ name }) => name).filter(Boolean)).toEqual(['a.pdf']);
    }));

  it('accepts dropped files only in the drop area', () =>
    withForm({}, async ({ page, fake }) => {
      fake.answers.files = draft();
      const drop = (selector: string) =>
        page.evaluate((target) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(['x'], `${target}.pdf`));
          const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
          document.querySelector(target)?.dispatchEvent(event);
          return event.defaultPrevented;
        }, selector);
      expect(await drop('#_drop')).toBe(true);
      await until(async () => (await names(page)).includes('#_drop.pdf'));
      expect(await drop('footer')).toBe(true);
      expect(fake.uploads()).toHaveLength(1);
    }));
});

describe('uploads and the form', () => {
  it('shows the new list and the running upload after swaps', () =>
    withForm({ expected: STATUS }, async ({ page, fake }) => {
      const gate = Promise.withResolvers<Answer>();
      fake.answers.form = () => swapped({ files: listed('old.pdf') });
      fake.answers.files = () => gate.promise;
      await pick(page, pdf('a.pdf'));
      for (const times of [1, 2]) {
        await page.click('#_new-code');
        await until(() => fake.forms().length === times);
        await until(() => isFocused(page.locator('#captcha')));
      }
      expect(await rows(page).count()).toBe(1);
      gate.resolve(taken('old.pdf', 'a.pdf'));
      await until(async () => (await names(page)).length === 2);
      fake.answers.files = () => taken('old.pdf', 'a.pdf', 'b.pdf');
      await pick(page, pdf('b.pdf'));
      await until(async () => (await names(page)).length === 3);
      expect(fake.uploads()).toHaveLength(2);
    }));

  it('does not lose a file if a removal and an upload overlap', () =>
    withForm({ shown: { form: formModel({ files: listed('old.pdf') }) } }, async ({ page, fake }) => {
      const [removal, upload] = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
      fake.answers.form = () => removal.promise;
      fake.answers.files = () => upload.promise;
      await pick(page, pdf('a.pdf'));
      await page.click('[name="remove"]');
      await until(() => fake.forms().length === 1);
      upload.resolve(taken('old.pdf', 'a.pdf'));
      await until(async () => (await names(page)).length === 2);
      removal.resolve(swapped());
      await until(async () => (await names(page)).join() === 'a.pdf');
      fake.answers.files = () => taken('old.pdf', 'a.pdf', 'b.pdf');
      await pick(page, pdf('b.pdf'));
      await until(async () => (await names(page)).join() === 'a.pdf,b.pdf');
    }));

  it.each<[string, (route: Route) => Promise<void>, (page: Page) => Promise<void>]>([
    [
      'was cancelled without a network',
      () => NEVER,
      (page) => button(page, en.uploadCancel, 'a.pdf').click(),
    ],
    [
      'was rejected',
      (route) => route.fulfill({ status: 422, headers: { ...TUS, [PROBLEM_HEADER]: '1' }, body: 'No' }),
      (page) => button(page, en.uploadDismiss, 'a.pdf').waitFor(),
    ],
  ])('shows the Remove button of an unfinished upload that %s', (_name, answer, end) =>
    withForm({ expected: /./u }, async ({ page, fake }) => {
      const upload = `${PATHS.uploads}/u1`;
      await page.route(`**${PATHS.uploads}`, (route) =>
        route.fulfill({ status: 201, headers: { ...TUS, Location: upload } }),
      );
      await page.route(`**${upload}`, (route, request) =>
        request.method() === 'PATCH' ? answer(route) : route.abort(),
      );
      fake.answers.form = () => swapped({ unfinished: [{ id: 'u1', name: 'a.pdf', progress: 'Half' }] });
      const piece = page.waitForRequest(`**${upload}`);
      await pick(page, pdf('a.pdf'));
      await piece;
      await end(page);
      await page.click('#_new-code');
      await until(() => isFocused(page.locator('#captcha')));
      expect(await page.locator('#_unfinished button').count()).toBe(1);
    }),
  );

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
});

describe('a submission during uploads', () => {
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

  it('sends failed files with the submission', () =>
    withForm({ expected: STATUS }, async ({ page, fake }) => {
      fake.answers.files = () => ({ status: 429 });
      fake.answers.form = () => ({ status: 500 });
      await pick(page, pdf('a.pdf', 3000), pdf('b.pdf', 4000));
      await submit(page);
      await page.locator('#_form').getByRole('alert').waitFor();
      const files = fake.forms()[0]?.body.getAll('declareFile') as File[];
      expect(files.filter(({ name }) => name).map(({ name, size }) => [name, size])).toEqual([
        ['a.pdf', 3000],
        ['b.pdf', 4000],
      ]);
      expect(await rows(page).count()).toBe(2);
      const problems = [{ field: 'declareFile' as const, text: `b.pdf: ${en.problemFilePassword}` }];
      fake.answers.form = () => swapped({ files: listed('a.pdf'), problems }, 422);
      await submit(page);
      await page.locator('#_problems').waitFor();
      await until(async () => (await rows(page).count()) === 0);
      fake.answers.form = () => swapped({ files: listed('a.pdf'), problems }, 422);
      await submit(page);
      await until(() => fake.forms().length === 3);
      const last = fake.forms()[2]?.body.getAll('declareFile') as File[];
      expect(last.filter(({ name }) => name)).toEqual([]);
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

  it('sends a submission after another request of the form', () =>
    withForm({}, async ({ page, fake }) => {
      const [code, upload] = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
      fake.answers.form = ({ body }) => (body.get('action') === 'new-code' ? code.promise : sent);
      fake.answers.files = () => upload.promise;
      await pick(page, pdf('a.pdf'));
      await submit(page);
      await page.click('#_new-code');
      await until(() => fake.forms().length === 1);
      upload.resolve(taken('a.pdf'));
      await until(async () => (await rows(page).count()) === 0);
      expect(fake.forms()).toHaveLength(1);
      code.resolve(swapped({ files: listed('a.pdf') }));
      await page.waitForURL(`**${PATHS.sent}`);
      expect(fake.forms()).toHaveLength(2);
    }));

  it('drops a waiting submission if another response has errors', () =>
    withForm({ expected: STATUS }, async ({ page, fake }) => {
      const upload = Promise.withResolvers<Answer>();
      const problems = [{ field: 'captcha' as const, text: en.problemCaptcha }];
      fake.answers.form = () => swapped({ problems }, 422);
      fake.answers.files = () => upload.promise;
      await pick(page, pdf('a.pdf'));
      await submit(page);
      await page.click('#_new-code');
      await until(() => isFocused(page.locator('#_problems')));
      expect(await isHeld(page)).toBe(false);
      upload.resolve(taken('a.pdf'));
      await until(async () => (await rows(page).count()) === 0);
      await page.waitForLoadState('networkidle');
      expect(fake.forms()).toHaveLength(1);
    }));
});
