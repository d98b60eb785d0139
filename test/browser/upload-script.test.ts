import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import { MAX_SHORT_REQUEST_MS } from '../../src/browser/form/uploads/upload-request.ts';
import { renderFiles } from '../../src/site/layout/render.tsx';
import type { FormFile } from '../../views/forms/application-form.model.ts';
import { waitForFormScript } from '../support/browser.ts';
import { type Answer, formModel, PATHS, swapped } from '../support/fake-form.ts';
import { pdf, recordUploadStatus, until, uploadStatuses, withForm } from '../support/fake-form-browser.ts';
import { refused } from '../support/fake-uploads.ts';
import { isFocused } from '../support/focus.ts';

const STATUS = /status of [45]\d\d|: [45]\d\d$/u;
const CUT = /ERR_|Failed to fetch/u;
const NEVER = new Promise<never>(() => {});

const listed = (...names: string[]): FormFile[] =>
  names.map((name) => ({ id: `id-${name}`, name, size: '1 KB' }));
const taken = (...names: string[]): Answer => ({
  text: renderFiles({ files: listed(...names), unfinished: [] }, 'en'),
});

/** Creates a draft that accepts every file. */
function draft() {
  const names: string[] = [];
  return (name: string): Answer => {
    names.push(name);
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
    await until(async () => (await uploadStatuses(page)).includes('Upload success: 报告 <b>.pdf'));
    expect(await uploadStatuses(page)).toContain('Upload success: a.pdf');
  }));

it('cancels running and waiting uploads', () =>
  withForm({ expected: CUT }, async ({ page, fake }) => {
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

it('offers to retry a file if the response is an error page', () =>
  withForm({ expected: /./u }, async ({ page, fake }) => {
    fake.answers.proxy = () => ({ status: 500, text: '<h1>Oops</h1>' });
    await pick(page, pdf('a.pdf'));
    const retry = button(page, en.uploadRetry, 'a.pdf');
    await retry.waitFor();
    expect(await row(page, 'a.pdf').textContent()).toContain(
      en.uploadServerError.replace('{{file}}', 'a.pdf'),
    );
    await until(async () => (await page.textContent('#_upload-status'))?.startsWith('Upload error') ?? false);
    fake.answers.proxy = () => undefined;
    fake.answers.file = draft();
    await retry.click();
    await until(async () => (await names(page)).length === 1);
    expect(await rows(page).count()).toBe(0);
  }));

it('shows why a file was rejected and does not resend it', () =>
  withForm({ expected: STATUS }, async ({ page, fake }) => {
    fake.answers.file = () => refused(en.problemFileDisguised);
    await pick(page, pdf('a.pdf'));
    await row(page, 'a.pdf').getByText(en.problemFileDisguised).waitFor();
    expect(await rows(page).getByRole('button').count()).toBe(1);
    const words = `a.pdf: ${en.problemFileDisguised}`;
    await until(async () => (await page.textContent('#_upload-status')) === words);
    await button(page, en.uploadDismiss, 'a.pdf').click();
    expect(await rows(page).count()).toBe(0);
    expect(fake.uploads().map(({ method }) => method)).toEqual(['POST', 'PATCH']);
  }));

it('confirms leaving the page only during uploads', () =>
  withForm({ expected: CUT }, async ({ page, fake }) => {
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

const submit = (page: Page) => page.click('#_submit');
const isHeld = async (page: Page) => (await page.textContent('#_form-status')) === en.uploadsPending;
const sent: Answer = { headers: { 'HX-Redirect': PATHS.sent } };

it('sends a waiting submission once when all uploads have finished', () =>
  withForm({}, async ({ page, fake }) => {
    const gate = Promise.withResolvers<Answer>();
    fake.answers.file = () => gate.promise;
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
    fake.answers.file = () => gate.promise;
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

const blockedPage = (status: number): Answer => ({ status, text: '<h1>Blocked</h1>' });
const closeConnection = (): never => {
  throw new Error('closed by a proxy');
};
/** Ways in which proxies block requests. */
const blocks: [name: string, block: () => Answer][] = [
  ['a 200 page', () => blockedPage(200)],
  ['a 403 page', () => blockedPage(403)],
  ['a 501 page', () => blockedPage(501)],
  ['a response to an empty body', () => ({ headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0' } })],
  ['a closed connection', closeConnection],
];

it.each(blocks)('overrides PATCH and DELETE if a proxy blocks PATCH with %s', (_name, block) =>
  withForm({ expected: /./u }, async ({ page, fake }) => {
    fake.answers.proxy = ({ sentAs }) => (sentAs === 'PATCH' ? block() : undefined);
    const answer = draft();
    fake.answers.file = (name) => (name === 'c.pdf' ? NEVER : answer(name));
    await pick(page, pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'));
    const chunks = () => [...new Set(fake.uploads('PATCH').map(({ sentAs, name }) => `${sentAs} ${name}`))];
    await until(() => chunks().includes('POST c.pdf'));
    expect(chunks()).toEqual(['PATCH a.pdf', 'POST a.pdf', 'POST b.pdf', 'POST c.pdf']);
    await button(page, en.uploadCancel, 'c.pdf').click();
    await until(() => fake.uploads('DELETE').length === 1);
    expect(fake.uploads('DELETE')[0]).toMatchObject({ sentAs: 'POST', name: 'c.pdf' });
    expect(await names(page)).toEqual(['a.pdf', 'b.pdf']);
  }),
);

const filesOf = (body?: FormData) => body?.getAll('declareFile').flatMap((file) => (file as File).name || []);

it.each([
  ['creations with a 405 page', 'POST', () => blockedPage(405)],
  ['creations with a closed connection', 'POST', closeConnection],
  ['the URL of creations', 'POST', () => ({ status: 201, headers: { 'Tus-Resumable': '1.0.0' } })],
  ['chunks with a 403 page', 'PATCH', () => blockedPage(403)],
  ['chunks with a closed connection', 'PATCH', closeConnection],
])('submits files with the form if a proxy blocks %s', (_name, blocked, block) =>
  withForm({ expected: /./u }, async ({ page, fake }) => {
    fake.answers.proxy = ({ method }) => (method === blocked ? block() : undefined);
    fake.answers.form = () => sent;
    await pick(page, pdf('a.pdf'), pdf('b.pdf'));
    await submit(page);
    await page.waitForURL(`**${PATHS.sent}`);
    expect(fake.forms().map(({ body }) => filesOf(body))).toEqual([['a.pdf', 'b.pdf']]);
  }),
);

it('submits a file with the form if a proxy does not respond to its upload', () =>
  withForm({ expected: CUT }, async ({ page, fake }) => {
    fake.answers.proxy = () => NEVER;
    fake.answers.form = () => sent;
    await page.clock.install();
    await pick(page, pdf('a.pdf'));
    await submit(page);
    await until(() => isHeld(page));
    await until(() => fake.uploads('POST').length === 1);
    await page.clock.fastForward(MAX_SHORT_REQUEST_MS);
    await page.waitForURL(`**${PATHS.sent}`);
    expect(fake.forms().map(({ body }) => filesOf(body))).toEqual([['a.pdf']]);
  }));

it('drops a row only if the response of the form lists its file, with any extension', () =>
  withForm(
    { shown: { form: formModel({ files: listed('b.pdf') }) }, expected: STATUS },
    async ({ page, fake }) => {
      fake.answers.proxy = () => blockedPage(403);
      fake.answers.form = () => swapped({ files: listed('b.pdf', 'a.png') }, 422);
      await pick(page, pdf('a.jpg'), pdf('b.docx'));
      await row(page, 'b.docx').getByText(en.uploadDeferred).waitFor();
      await submit(page);
      await row(page, 'a.jpg').waitFor({ state: 'detached' });
      expect(await rows(page).count()).toBe(1);
      await submit(page);
      await until(() => fake.forms().length === 2);
      expect(fake.forms().map(({ body }) => filesOf(body))).toEqual([['a.jpg', 'b.docx'], ['b.docx']]);
    },
  ));

it('uploads the files of a submission that was lost', () =>
  withForm({ expected: /./u }, async ({ page, fake }) => {
    fake.answers.proxy = () => blockedPage(403);
    fake.answers.form = closeConnection;
    await pick(page, pdf('a.pdf'));
    await row(page, 'a.pdf').getByText(en.uploadDeferred).waitFor();
    fake.answers.proxy = () => undefined;
    fake.answers.file = draft();
    await submit(page);
    await page.getByText(en.notSent).waitFor();
    await until(async () => (await names(page)).length === 1);
    expect(await rows(page).count()).toBe(0);
  }));
