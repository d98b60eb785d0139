import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, it } from 'vitest';
import { DRAFT_DAYS, MAX_DRAFT_AGE_DAYS } from '../../../src/applications/rules/limits.ts';
import { DAY_MS } from '../../../src/lib/days.ts';
import { rowsOf } from '../../stress/attack/support/traces.ts';
import { goodFields, TEST_ANSWER, TEST_SETTINGS } from '../../support/form-client.ts';
import { MULTIPART, multipart } from '../../support/multipart.ts';
import { SITE_URL } from '../../support/site.ts';
import { sitesOnOneBackend } from '../../support/sites-on-one-backend.ts';
import {
  apply,
  arrive,
  begin,
  CHINESE_FORM,
  countOf,
  draftIdOf,
  FORM,
  formSiteForFile,
  goodAnswers,
  pdf,
  receiptOf,
  shareCookies,
  type Visitor,
  visitor,
  whole,
} from './form-site.ts';
import { filesShown } from './read-form.ts';

const site = formSiteForFile();
const FILES = [pdf('a.pdf'), pdf('b.pdf')];

/** Creates a visitor with the cookies of another one. */
function twinOf(client: Visitor, at: { port: number } = site(), path = FORM): Visitor {
  const twin = visitor(at, path);
  shareCookies(client, twin);
  return twin;
}

it('redirects a complete application to its receipt with 303', async () => {
  const client = await arrive(site());
  const { status, headers } = await client.post(whole({ files: FILES }));
  expect([status, headers['cache-control']]).toEqual([303, 'no-store']);
  expect(headers.location).toMatch(/^\/en\/apply\/sent\?receipt=A-\d{4}-\w{6}\.\w+\.[\w-]{43}$/u);
  const application = await site().store.applications.get(await receiptOf(client));
  expect(application).toMatchObject({ fields: goodFields, files: FILES.map(({ name }) => ({ name })) });
});

it('accepts an application in several POSTs with one field each', async () => {
  const client = await arrive(site());
  for (const [name, value] of Object.entries(goodAnswers)) await client.post({ fields: { [name]: value } });
  expect((await client.post({ files: [pdf()] })).status).toBe(303);
  expect(await site().store.applications.get(await receiptOf(client))).toMatchObject({ fields: goodFields });
});

it('continues a draft in the form of the other language, which the application stores', async () => {
  const begun = await arrive(site(), CHINESE_FORM);
  await begun.post({ fields: { companyName: '两种语言' }, files: [pdf('a.pdf')] });
  const other = twinOf(begun);
  expect([filesShown(await other.get()), other.inputs().companyName]).toEqual([['a.pdf'], '两种语言']);
  expect(await apply(site(), other, { files: [] })).toMatchObject({
    language: 'en',
    files: [{ name: 'a.pdf' }],
  });
});

const TIMES = 20;

it(`${TIMES} concurrent submits create one complete application and ${TIMES} equal receipts`, async () => {
  const client = await begin(site());
  const before = await countOf(site());
  const fields = { ...client.inputs(), ...goodAnswers };
  const references = await Promise.all(
    Array.from({ length: TIMES }, async () => {
      const twin = twinOf(client);
      expect((await twin.post({ fields, files: FILES })).status).toBe(303);
      return receiptOf(twin);
    }),
  );
  const [reference = '', ...more] = new Set(references);
  expect([await countOf(site()), more]).toEqual([before + 1, []]);
  const application = await site().store.applications.get(reference);
  expect(application?.files.map(({ name }) => name).toSorted()).toEqual(['a.pdf', 'b.pdf']);
});

it('concurrent first POSTs of a form create one application and equal receipts', async () => {
  const fields = { ...(await arrive(site())).inputs(), ...goodAnswers };
  const before = await countOf(site());
  const posts = Array.from({ length: 5 }, async () => {
    const client = visitor(site());
    expect((await client.post({ fields, files: FILES })).status).toBe(303);
    return receiptOf(client);
  });
  expect([new Set(await Promise.all(posts)).size, await countOf(site())]).toEqual([1, before + 1]);
});

it('recognises a repeated submit without its cookie by the key of the form', async () => {
  const fields = { ...(await arrive(site())).inputs(), ...goodAnswers };
  const draftsNow = () => rowsOf(site(), 'select id from drafts').length;
  const [before, draftsBefore] = [await countOf(site()), draftsNow()];
  for (let time = 0; time < 2; time += 1)
    expect((await visitor(site()).post({ fields, files: FILES })).headers.location).toContain(
      '/sent?receipt=',
    );
  expect([await countOf(site()), draftsNow()]).toEqual([before + 1, draftsBefore + 1]);
});

/** Bytes at the end of a body, more than its closing boundary. */
const CLOSING_BYTES = 100;

/** Sends a POST without cookies that pauses in its last file. Returns a function that sends the rest. */
function pauseInLastFile(body: Buffer): () => Promise<IncomingMessage> {
  const outgoing = request({
    host: '127.0.0.1',
    port: site().port,
    path: FORM,
    method: 'POST',
    headers: { 'Content-Type': MULTIPART, 'Content-Length': body.length, Origin: SITE_URL },
  });
  const responding = once(outgoing, 'response');
  outgoing.write(body.subarray(0, -CLOSING_BYTES));
  return async () => {
    outgoing.end(body.subarray(-CLOSING_BYTES));
    const [response] = (await responding) as [IncomingMessage];
    return response.resume();
  };
}

const filesOfKey = (submitKey: string) =>
  rowsOf(
    site(),
    'select name from draft_files where draft_id in (select id from drafts where submit_key = ?)',
    submitKey,
  );

it('a POST without cookies whose application is sent before its last file returns the same receipt', async () => {
  const client = await arrive(site());
  const fields = { ...client.inputs(), ...goodAnswers };
  const unsentDrafts = () => rowsOf(site(), 'select id from drafts where reference is null').length;
  const [applicationsBefore, draftsBefore] = [await countOf(site()), unsentDrafts()];
  const finish = pauseInLastFile(multipart(Object.entries(fields), FILES));
  await expect.poll(() => filesOfKey(fields.submitKey ?? '')).toEqual([{ name: 'a.pdf' }]);
  expect((await client.post({ fields, files: FILES })).status).toBe(303);
  const { statusCode, headers } = await finish();
  expect(statusCode).toBe(303);
  expect(await receiptOf(visitor(site()), headers.location)).toBe(await receiptOf(client));
  expect([await countOf(site()), unsentDrafts()]).toEqual([applicationsBefore + 1, draftsBefore]);
});

const { start, end } = sitesOnOneBackend(TEST_SETTINGS);

it('a restart keeps the draft with its files and solved captcha', async () => {
  const environment = { SESSION_SECRET: '' };
  const first = await start(environment);
  const before = await begin(first);
  const fields = { ...goodFields, captcha: TEST_ANSWER };
  await before.post({ fields, files: FILES, button: { action: 'upload' } });
  await before.get();
  const open = before.inputs();
  await end(first);
  const client = twinOf(before, await start(environment));
  expect(filesShown(await client.get())).toEqual(['a.pdf', 'b.pdf']);
  expect(client.inputs()).toMatchObject(goodFields);
  expect(client.inputs()).not.toHaveProperty('captcha');
  // The page was open during the restart.
  expect(
    (await client.post({ fields: { ...open, shownFiles: client.inputs().shownFiles ?? '' } })).status,
  ).toBe(303);
  expect((await client.get(client.receipt())).status).toBe(200);
});

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
  expect([page.status, filesShown(page)]).toEqual([422, ['b.pdf']]);
  expect(client.inputs()).toMatchObject(goodFields);
  expect((await client.post(whole({ files: [] }))).status).toBe(303);
});

it('does not continue a draft beyond its maximum age or lose the texts of its open form', async () => {
  const client = await withDraft();
  const key = client.inputs().submitKey ?? '';
  const { drafts } = site().store;
  const draft = await drafts.get(await draftIdOf(site(), client));
  await drafts.remove(draft?.id ?? '');
  const session = draft?.session ?? '';
  const old = await drafts.create(
    { session, language: 'en', submitKey: key, addressHash: '' },
    inDays(-MAX_DRAFT_AGE_DAYS - 0.1),
  );
  await drafts.saveFields(old?.id ?? '', { companyName: 'of the old draft' });
  const other = twinOf(client);
  await other.get();
  expect(other.inputs()).toMatchObject({ companyName: '' });
  await client.post({ fields: goodFields, files: [pdf('b.pdf')], button: { action: 'upload' } });
  expect([filesShown(await client.get()), client.inputs()]).toMatchObject([['b.pdf'], goodFields]);
  expect((await client.post(whole({ files: [] }))).status).toBe(303);
});
