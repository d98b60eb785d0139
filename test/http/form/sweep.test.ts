import { describe, expect, it, vi } from 'vitest';
import { DRAFT_DAYS, MAX_DRAFT_AGE_DAYS } from '../../../src/applications/rules/limits.ts';
import { DAY_MS } from '../../../src/lib/days.ts';
import { goodFields } from '../../support/form-client.ts';
import { SITE_URL } from '../../support/site.ts';
import { begin, draftIdOf, FORM, formSiteForFile, pdf, type Visitor, whole } from './form-site.ts';
import { filesShown } from './read-form.ts';

const site = formSiteForFile();

const inDays = (days: number) => Date.now() + days * DAY_MS;

async function withDraft(): Promise<Visitor> {
  const client = await begin(site(), FORM, SITE_URL);
  await client.post({ fields: goodFields, files: [pdf('a.pdf')], button: { action: 'upload' } });
  await client.get();
  return client;
}

it('removing an abandoned draft does not lose the texts of an open form', async () => {
  const client = await withDraft();
  await site().store.sweep(inDays(DRAFT_DAYS + 0.1));
  const page = await client.post({ fields: { captcha: '' }, files: [pdf('b.pdf')] });
  expect(page.status).toBe(422);
  expect(filesShown(page)).toEqual(['b.pdf']);
  expect(client.inputs()).toMatchObject(goodFields);
  expect((await client.post(whole({ files: [] }))).status).toBe(303);
});

describe('a draft beyond its maximum age', () => {
  /** Makes the visitor's draft older than the limit, except for one recent text. */
  async function withOldDraft() {
    const client = await withDraft();
    const { drafts } = site().store;
    const draft = await drafts.get(await draftIdOf(site(), client));
    if (!draft) throw new Error('no draft');
    await drafts.remove(draft.id);
    const old = await drafts.create(
      { ...draft, session: draft.session ?? '' },
      inDays(-MAX_DRAFT_AGE_DAYS - 0.1),
    );
    await drafts.saveFields(old?.id ?? '', { companyName: 'of the old draft' });
    return { client, id: old?.id };
  }

  it('does not continue a draft beyond its maximum age', async () => {
    const { client } = await withOldDraft();
    await client.get();
    expect(client.inputs()).toMatchObject({ companyName: '' });
  });

  it('does not lose the texts of an open form whose draft is too old', async () => {
    const { client, id } = await withOldDraft();
    const key = client.inputs().submitKey ?? '';
    await client.post({ fields: goodFields, files: [pdf('b.pdf')], button: { action: 'upload' } });
    const page = await client.get();
    expect([filesShown(page), client.inputs()]).toMatchObject([['b.pdf'], goodFields]);
    expect((await site().store.drafts.byKey(key))?.id).not.toBe(id);
    expect((await client.post(whole({ files: [] }))).status).toBe(303);
  });
});

it('starts another draft for a form that was open longer than drafts are stored', async () => {
  const client = await begin(site(), FORM, SITE_URL);
  await client.post({ files: [pdf('old.pdf')], button: { action: 'upload' } });
  await client.get();
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    vi.setSystemTime(inDays(DRAFT_DAYS + 1));
    const page = await client.post({ fields: goodFields, button: { action: 'upload' } });
    expect(page.status).toBe(422);
    expect(client.inputs()).toMatchObject(goodFields);
    expect(filesShown(page)).toEqual([]);
    expect((await client.post(whole())).status).toBe(303);
  } finally {
    vi.useRealTimers();
  }
});
