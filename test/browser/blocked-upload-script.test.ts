import { expect, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import { type Answer, swapped } from '../support/fake-form.ts';
import {
  button,
  ERROR_STATUS,
  names,
  pdf,
  pick,
  row,
  rows,
  until,
  withForm,
} from '../support/fake-form-browser.ts';
import { blockedPage, closeConnection, createDraft, NEVER } from '../support/fake-uploads.ts';

const accepted = (offset: string): Answer => ({
  headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': offset },
});

/** Ways in which proxies block requests. */
const blocks: [name: string, block: () => Answer][] = [
  ['a 200 page', () => blockedPage(200)],
  ['a 403 page', () => blockedPage(403)],
  ['a 501 page', () => blockedPage(501)],
  ['a response to an empty body', () => accepted('0')],
  ['an offset beyond the file', () => accepted('99999999')],
  ['an offset that is not a number', () => accepted('none')],
  ['a closed connection', closeConnection],
];

it.each(blocks)('overrides PATCH and DELETE if a proxy blocks PATCH with %s', (_name, block) =>
  withForm({ expected: /./u }, async ({ page, fake }) => {
    fake.answers.proxy = ({ sentAs }) => (sentAs === 'PATCH' ? block() : undefined);
    const answer = createDraft();
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

it('sends PATCH again after a lost connection if a proxy drops the override', () =>
  withForm({ expected: /./u }, async ({ page, fake }) => {
    let patches = 0;
    fake.answers.proxy = ({ method, sentAs }) => {
      if (method === 'PATCH' && sentAs === 'POST')
        return { status: 400, headers: { 'Tus-Resumable': '1.0.0' } };
      if (sentAs !== 'PATCH') return undefined;
      patches += 1;
      return patches === 1 ? closeConnection() : undefined;
    };
    fake.answers.file = createDraft();
    await pick(page, pdf('a.pdf'));
    await until(async () => (await names(page)).length === 1);
  }));

it.each([
  ['DELETE', [['DELETE', 'DELETE']], ['DELETE', 'POST'], []],
  [
    'PATCH and overrides of DELETE',
    [
      ['PATCH', 'PATCH'],
      ['DELETE', 'POST'],
    ],
    ['POST', 'DELETE'],
    [],
  ],
  [
    'each DELETE',
    [
      ['DELETE', 'DELETE'],
      ['DELETE', 'POST'],
    ],
    ['DELETE', 'POST'],
    ['1'],
  ],
] as [string, string[][], string[], string[]][])(
  'removes a cancelled upload if a proxy blocks %s',
  (_name, blocked, sentAs, removed) =>
    withForm({ expected: /./u }, async ({ page, fake }) => {
      fake.answers.proxy = (request) =>
        blocked.some(([method, as]) => method === request.method && as === request.sentAs)
          ? blockedPage(403)
          : undefined;
      fake.answers.file = () => NEVER;
      fake.answers.form = () => swapped();
      await pick(page, pdf('a.pdf'));
      await until(() => fake.uploads('PATCH').length === (sentAs[0] === 'POST' ? 2 : 1));
      await button(page, en.uploadCancel, 'a.pdf').click();
      const removals = () => fake.forms().map(({ body }) => body.get('remove'));
      await until(
        () => fake.uploads('DELETE').length === sentAs.length && removals().length === removed.length,
      );
      expect(fake.uploads('DELETE').map((request) => request.sentAs)).toEqual(sentAs);
      expect(removals()).toEqual(removed);
    }),
);

const KILOBYTE = 1024;

it.each([300, 20])('sends smaller chunks if a proxy only passes %d KB', (limit) =>
  withForm({ expected: ERROR_STATUS }, async ({ page, fake }) => {
    const isTooLarge = ({ body }: { body: Buffer }) => body.length > limit * KILOBYTE;
    fake.answers.proxy = (request) => (isTooLarge(request) ? blockedPage(413) : undefined);
    fake.answers.file = createDraft();
    await pick(page, pdf('a.pdf', 900 * KILOBYTE));
    await until(async () => (await names(page)).length === 1);
    const chunks = fake.uploads('PATCH');
    expect(new Set(chunks.map(({ sentAs }) => sentAs))).toEqual(new Set(['PATCH']));
    const refused = chunks.findLastIndex(isTooLarge);
    expect(chunks.slice(0, refused).every((chunk) => isTooLarge(chunk) || chunk === chunks[0])).toBe(true);
  }),
);

it('leaves a file to the form if a proxy refuses even the smallest chunk', () =>
  withForm({ expected: ERROR_STATUS }, async ({ page, fake }) => {
    fake.answers.proxy = ({ method }) => (method === 'PATCH' ? blockedPage(413) : undefined);
    await pick(page, pdf('a.pdf', 900 * KILOBYTE));
    await row(page, 'a.pdf').getByText(en.uploadBlocked).waitFor();
  }));

it('leaves a file to the form if only upload requests are reset', () =>
  withForm({ expected: /./u }, async ({ page, fake }) => {
    fake.answers.proxy = closeConnection;
    await page.clock.install();
    await pick(page, pdf('a.pdf'));
    const reason = row(page, 'a.pdf').getByText(en.uploadBlocked);
    await until(async () => {
      await page.clock.runFor(15_000);
      return reason.isVisible();
    });
  }));

const tooSoon = (): Answer => ({ status: 429, headers: { 'Retry-After': '1' }, text: 'Wait' });

it.each([
  ['a site that asks to wait', { POST: tooSoon, PATCH: tooSoon, HEAD: tooSoon }],
  ['a lost chunk and a proxy that blocks HEAD', { PATCH: closeConnection, HEAD: () => blockedPage(403) }],
] as [string, Record<string, () => Answer>][])('uploads a file in spite of %s', (_name, troubles) =>
  withForm({ expected: /./u }, async ({ page, fake }) => {
    const troubled = new Set<string>();
    fake.answers.proxy = ({ method }) => {
      if (!troubles[method] || troubled.has(method)) return undefined;
      troubled.add(method);
      return troubles[method]();
    };
    fake.answers.file = createDraft();
    await pick(page, pdf('a.pdf'));
    await until(async () => (await names(page)).length === 1);
    expect(await rows(page).count()).toBe(0);
  }),
);
