import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/store/days.ts';
import { goodFields, type Sending } from '../../support/form-client.ts';
import { arrive, countOf, formSiteForFile, goodAnswers, pdf, visitor, whole } from './form-site.ts';
import { filesShown } from './read-form.ts';

const site = formSiteForFile();

/** Tokens that are not right, for a browser that says nothing of where its POST comes from. */
const TOKENS: [kind: string, token: (right: string) => string | undefined][] = [
  ['no', () => undefined],
  ['an empty', () => ''],
  ['a made-up', () => 'let-me-in'],
  ['a forged', (right) => `${right.slice(0, -4)}AAAA`],
  [
    'a later dated',
    (right) => right.replace(/^[^.]+/u, (time) => (Number.parseInt(time, 36) + 1).toString(36)),
  ],
  ['an expired', () => site().services.formTokens.issue(Date.now() - 7 * DAY_MS - 1000)],
];

const withToken = (token: string | undefined, sending: Sending = {}): Sending => ({
  ...sending,
  fields: { ...sending.fields, ...(token === undefined ? {} : { token }) },
  without: token === undefined ? ['token'] : [],
});

describe('a browser that says nothing of where its POST comes from', () => {
  it('is believed with a token that is right', async () => {
    expect((await (await arrive(site())).post(whole())).status).toBe(303);
  });

  it('is believed with one that is almost seven days old', async () => {
    const client = await arrive(site());
    const token = site().services.formTokens.issue(Date.now() - 6.9 * DAY_MS);
    expect((await client.post(withToken(token, whole()))).status).toBe(303);
  });

  it('is believed without the session’s cookie', async () => {
    const { token = '' } = (await arrive(site())).inputs();
    const before = await countOf(site());
    const { status } = await visitor(site()).post(whole({ fields: { token } }));
    expect(status).toBe(303);
    expect(await countOf(site())).toBe(before + 1);
  });

  it.each(TOKENS)(
    'with %s token gets the form again, with every value, every file and a new token',
    async (_kind, tokenOf) => {
      const client = await arrive(site());
      const before = await countOf(site());
      const right = client.inputs().token ?? '';
      const page = await client.post(withToken(tokenOf(right), whole()));
      expect(page.status).toBe(403);
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.title.startsWith('Error: ')).toBe(true);
      expect(page.summary).toContain('nothing has been sent');
      expect(client.inputs()).toMatchObject(goodAnswers);
      expect(filesShown(page)).toEqual(['plan.pdf']);
      expect(await countOf(site())).toBe(before);
      expect(client.inputs().token).not.toBe(tokenOf(right));
      expect((await client.post({})).status).toBe(303);
      expect(await countOf(site())).toBe(before + 1);
    },
  );

  it('gets every value back without a cookie, too', async () => {
    const client = visitor(site());
    const page = await client.post({ fields: goodFields, files: [pdf()] });
    expect(page.status).toBe(403);
    expect(client.inputs()).toMatchObject(goodFields);
    expect(filesShown(page)).toEqual(['plan.pdf']);
    expect((await client.post({ fields: { captcha: goodAnswers.captcha ?? '' } })).status).toBe(303);
  });

  it.each<Record<string, string>>([{ remove: 'x' }, { action: 'upload' }, { action: 'new-code' }])(
    'needs the token for %j as well',
    async (button) => {
      const client = await arrive(site());
      const { status } = await client.post({ button, files: [pdf()], without: ['token'] });
      expect(status).toBe(403);
    },
  );

  it('needs the token to take a file out', async () => {
    const client = await arrive(site());
    await client.post({ files: [pdf()], button: { action: 'upload' } });
    const { fileIds } = await client.get();
    await client.post({ button: { remove: fileIds[0] ?? '' }, without: ['token'] });
    expect(filesShown(await client.get())).toEqual(['plan.pdf']);
  });

  it('on …/files without the token is told so', async () => {
    const client = await arrive(site());
    const { status, text } = await client.post({
      to: 'files',
      files: [pdf()],
      headers: { 'HX-Request': 'true' },
      without: ['token'],
    });
    expect(status).toBe(403);
    expect(text).toContain('data-problem');
  });

  it('by htmx without the token gets the component again, with every value', async () => {
    const client = await arrive(site());
    const answer = await client.post({ ...whole(), headers: { 'HX-Request': 'true' }, without: ['token'] });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('id="_application"');
    expect(answer.text).toContain(goodFields.companyName ?? '?');
  });
});
