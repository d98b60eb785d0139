import { expect, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import { cleanFileName } from '../../src/applications/rules/file-types.ts';
import { MAX_SHORT_REQUEST_MS } from '../../src/browser/form/uploads/upload-request.ts';
import { formModel, PATHS, sent, swapped } from '../support/fake-form.ts';
import {
  ERROR_STATUS,
  isSubmitDelayed,
  LOST_CONNECTION,
  names,
  pdf,
  pick,
  row,
  rows,
  submit,
  until,
  withForm,
} from '../support/fake-form-browser.ts';
import { blockedPage, closeConnection, createDraft, listed, NEVER } from '../support/fake-uploads.ts';

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
  withForm({ expected: LOST_CONNECTION }, async ({ page, fake }) => {
    fake.answers.proxy = () => NEVER;
    fake.answers.form = () => sent;
    await page.clock.install();
    await pick(page, pdf('a.pdf'));
    await submit(page);
    await until(() => isSubmitDelayed(page));
    await until(() => fake.uploads('POST').length === 1);
    await page.clock.fastForward(MAX_SHORT_REQUEST_MS);
    await page.waitForURL(`**${PATHS.sent}`);
    expect(fake.forms().map(({ body }) => filesOf(body))).toEqual([['a.pdf']]);
  }));

it('opens the receipt without a question while an upload request has no response', () =>
  withForm({ expected: LOST_CONNECTION }, async ({ page, fake }) => {
    fake.answers.proxy = () => NEVER;
    fake.answers.form = () => sent;
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      return dialog.accept();
    });
    await page.clock.install();
    await pick(page, pdf('a.pdf'));
    await until(() => fake.uploads('POST').length === 1);
    await page.clock.fastForward(MAX_SHORT_REQUEST_MS);
    await page.clock.runFor(1000);
    await until(() => fake.uploads('POST').length === 2);
    await submit(page);
    await page.waitForURL(`**${PATHS.sent}`);
    expect(asked).toEqual([]);
  }));

it('drops a row only if the response of the form lists its file, with any extension', () =>
  withForm(
    { shown: { form: formModel({ files: listed('b.pdf') }) }, expected: ERROR_STATUS },
    async ({ page, fake }) => {
      fake.answers.proxy = () => blockedPage(403);
      fake.answers.form = () => swapped({ files: listed('b.pdf', 'a.png') }, 422);
      await pick(page, pdf('a.jpg'), pdf('b.docx'));
      await row(page, 'b.docx').getByText(en.uploadBlocked).waitFor();
      await submit(page);
      await row(page, 'a.jpg').waitFor({ state: 'detached' });
      expect(await rows(page).count()).toBe(1);
      await submit(page);
      await until(() => fake.forms().length === 2);
      expect(fake.forms().map(({ body }) => filesOf(body))).toEqual([['a.jpg', 'b.docx'], ['b.docx']]);
    },
  ));

it.each([
  ['a leading space', ' a.pdf'],
  ['a byte order mark', '\uFEFFa.pdf'],
  ['a bidi control', '\u202Ea.pdf'],
  ['a control character', 'a\u0007b.pdf'],
  ['over 200 characters', `${'annual report '.repeat(16)}.pdf`],
  ['a trailing dot', 'a.pdf.'],
])('drops the row of a file whose name has %s', (_name, name) =>
  withForm({ expected: ERROR_STATUS }, async ({ page, fake }) => {
    fake.answers.proxy = () => blockedPage(403);
    fake.answers.form = () => swapped({ files: listed(cleanFileName(name)) }, 422);
    await pick(page, pdf(name), pdf('c.pdf'));
    await until(async () => (await rows(page).getByText(en.uploadBlocked).count()) === 2);
    await submit(page);
    await until(async () => (await names(page)).length === 1);
    await until(async () => (await rows(page).count()) === 1);
    expect(await row(page, 'c.pdf').count()).toBe(1);
  }),
);

it('uploads the files of a submission that was lost', () =>
  withForm({ expected: /./u }, async ({ page, fake }) => {
    fake.answers.proxy = () => blockedPage(403);
    fake.answers.form = closeConnection;
    await pick(page, pdf('a.pdf'));
    await row(page, 'a.pdf').getByText(en.uploadBlocked).waitFor();
    fake.answers.proxy = () => undefined;
    fake.answers.file = createDraft();
    await submit(page);
    await page.getByText(en.notSent).waitFor();
    await until(async () => (await names(page)).length === 1);
    expect(await rows(page).count()).toBe(0);
  }));

it('stores a deferred file before the page is refreshed', () =>
  withForm({ expected: ERROR_STATUS }, async ({ page, fake }) => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      return dialog.dismiss();
    });
    fake.answers.proxy = () => blockedPage(403);
    fake.answers.begin = () => ({ status: 204 });
    await pick(page, pdf('a.pdf'));
    await row(page, 'a.pdf').getByText(en.uploadBlocked).waitFor();
    await page.evaluate(() => {
      const notices = document.querySelector('#_notices') as HTMLElement;
      notices.innerHTML = 'A newer version is available. <a href="">Refresh</a>';
    });
    const refreshed = page.waitForEvent('framenavigated');
    await page.getByRole('link', { name: 'Refresh' }).press('Enter');
    await refreshed;
    expect(filesOf(fake.posts.at(-1)?.body)).toEqual(['a.pdf']);
    expect(asked).toEqual([]);
  }));

it('confirms leaving the page with a deferred file', () =>
  withForm({ expected: ERROR_STATUS }, async ({ page, fake }) => {
    fake.answers.proxy = () => blockedPage(403);
    await pick(page, pdf('a.pdf'));
    await row(page, 'a.pdf').getByText(en.uploadBlocked).waitFor();
    await page.click('#companyName');
    const asked = page.waitForEvent('dialog');
    const left = page.goto(fake.origin + PATHS.sent);
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await left;
  }));
