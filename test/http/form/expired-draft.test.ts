import { expect, it } from 'vitest';
import { texts } from '../../../src/i18n/set-up.ts';
import { goodFields, type Sending } from '../../support/form-client.ts';
import { readPage } from '../../support/html.ts';
import {
  arrive,
  byHtmx,
  CHINESE_FORM,
  draftIdOf,
  FORM,
  formSiteForFile,
  pdf,
  type Visitor,
  whole,
} from './form-site.ts';
import { filesShown, problemsWith, readFragment } from './read-form.ts';

const site = formSiteForFile();
const formOf = { zh: CHINESE_FORM, en: FORM };

/** Creates a visitor whose page shows a file of a draft that has expired. */
async function withExpiredDraft(path: string): Promise<Visitor> {
  const client = await arrive(site(), path);
  await client.post({ ...whole(), button: { action: 'upload' } });
  await client.get();
  await site().store.drafts.remove(await draftIdOf(site(), client));
  return client;
}

const byForm = (client: Visitor, sending: Sending) => client.post(sending);

it.each([
  ['en', 'without scripts', byForm],
  ['en', 'by a script', byHtmx],
  ['zh', 'without scripts', byForm],
  ['zh', 'by a script', byHtmx],
] as const)(
  'reports an expired draft in the language %s when the form is submitted %s',
  async (language, _how, post) => {
    const client = await withExpiredDraft(formOf[language]);
    const { status, text } = await post(client, whole({ files: [] }));
    const page = text.includes('<html') ? readPage(text) : readFragment(text);
    const { problemDraftExpired, problemNoFile, problemCaptchaExpired } = texts(language);
    expect([status, problemsWith(page, 'declareFile')]).toEqual([422, [problemDraftExpired]]);
    for (const other of [problemNoFile, problemCaptchaExpired]) expect(text).not.toContain(other);
    expect(client.inputs()).toMatchObject(goodFields);
  },
);

it('reports an expired draft when another file is uploaded', async () => {
  const client = await withExpiredDraft(FORM);
  const page = await client.post({ files: [pdf('other.pdf')], button: { action: 'upload' } });
  expect(problemsWith(page, 'declareFile')).toEqual([texts('en').problemDraftExpired]);
  expect(filesShown(page)).toEqual(['other.pdf']);
});

it('accepts the submit of an expired draft that sends all of its files and the code again', async () => {
  const client = await withExpiredDraft(FORM);
  await client.post(whole({ files: [] }));
  expect((await client.post(whole())).status).toBe(303);
});
