import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { FORM_TOKEN_DAYS } from '../../../src/applications/rules/limits.ts';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { DAY_MS } from '../../../src/lib/days.ts';
import { bodyOf, field, file, type Part } from '../../stress/attack/support/bodies.ts';
import type { Sending } from '../../support/form-client.ts';
import { MULTIPART } from '../../support/multipart.ts';
import {
  arrive,
  begin,
  countOf,
  draftOf,
  FORM,
  formSiteForFile,
  goodAnswers,
  pdf,
  receiptOf,
  sessionIdOf,
  type Visitor,
  visitor,
  whole,
} from './form-site.ts';
import { filesShown, problemsWith } from './read-form.ts';

const site = formSiteForFile();
afterEach(() => vi.restoreAllMocks());

/** Session of the last visitor with a draft, because a token does not name its session. */
let session: string | undefined;

/** Invalid tokens for a browser that does not send its origin. */
const TOKENS: [kind: string, token: () => string | undefined][] = [
  ['no', () => undefined],
  [
    'an expired',
    () => site().services.formTokens.issue(session, Date.now() - FORM_TOKEN_DAYS * DAY_MS - 1000),
  ],
  ['another session’s', () => site().services.formTokens.issue('another session')],
];

/** Creates a visitor whose draft has a name and a file. */
async function beginWithFile(): Promise<Visitor> {
  const client = await begin(site());
  const kept = { companyName: 'kept before' };
  await client.post({ fields: kept, files: [pdf('kept.pdf')], button: { action: 'upload' } });
  await client.get();
  session = sessionIdOf(client);
  return client;
}

/** Returns the stored rows of a visitor and the names of the files on disk. */
async function tracesOf(client: Visitor) {
  const { id, fields, files } = await draftOf(site(), client);
  const stored = await readdir(path.join(site().dataDir, 'uploads'));
  return { draft: await site().store.drafts.get(id), fields, files, stored: stored.sort() };
}

const withToken = (token: string | undefined, sending: Sending = {}): Sending => ({
  ...sending,
  fields: { ...sending.fields, ...(token === undefined ? {} : { token }) },
  without: token === undefined ? ['token'] : [],
});

it('accepts a token issued before the session if no session or origin is known', async () => {
  const client = await arrive(site());
  const early = { ...client.inputs() };
  expect((await client.post(whole())).status).toBe(303);
  const fields = { ...early, ...goodAnswers, submitKey: 'anEarlierKeyOf22Signs_' };
  expect((await visitor(site()).post(whole({ fields }))).status).toBe(303);
  const other = await begin(site());
  expect((await other.post(withToken(early.token, whole()))).status).toBe(403);
});

it.each(TOKENS)(
  'without an origin, a POST with %s token shows every value without storing it',
  async (_kind, tokenOf) => {
    const client = await beginWithFile();
    const before = await countOf(site());
    const stored = await tracesOf(client);
    const token = tokenOf();
    const page = await client.post(withToken(token, whole()));
    expect(page.status).toBe(403);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.title.startsWith('Error: ')).toBe(true);
    expect(page.summary).toContain('your application has not been sent');
    expect(client.inputs()).toMatchObject(goodAnswers);
    expect(problemsWith(page, 'declareFile')).toEqual([
      'plan.pdf: The file could not be uploaded. Choose it again.',
    ]);
    expect(filesShown(page)).toEqual(['kept.pdf']);
    expect(await countOf(site())).toBe(before);
    expect(await tracesOf(client)).toEqual(stored);
    expect(client.inputs().token).not.toBe(token);
    expect((await client.post({})).status).toBe(303);
    expect(await countOf(site())).toBe(before + 1);
  },
);

it.each<[string, (token: string) => Part[]]>([
  ['no token', () => [file('early.pdf', buildPdf())]],
  ['the token after its file', (token) => [file('early.pdf', buildPdf()), field('token', token)]],
  [
    'a wrong token before a right one',
    (token) => [field('token', 'wrong'), file('early.pdf', buildPdf()), field('token', token)],
  ],
])('does not store a file without an origin and with %s', async (_what, partsOf) => {
  const client = await beginWithFile();
  const stored = await tracesOf(client);
  const made = vi.spyOn(site().store.uploads, 'create');
  const body = bodyOf([...partsOf(client.inputs().token ?? ''), field('action', 'upload')]);
  const headers = { 'Content-Type': MULTIPART, 'Content-Length': `${body.length}` };
  const { status, text } = await client.send(FORM, 'POST', headers, body);
  expect([403, 422]).toContain(status);
  expect(text).toContain('early.pdf: The file could not be uploaded. Choose it again.');
  expect(made).not.toHaveBeenCalled();
  expect((await tracesOf(client)).files).toEqual(stored.files);
});

it('without an origin, a repeated POST with a token older than the session shows its reference', async () => {
  const client = await arrive(site());
  const sending = whole({ fields: { ...client.inputs(), ...goodAnswers } });
  expect((await client.post(sending)).status).toBe(303);
  const reference = await receiptOf(client);
  const page = await client.post(sending);
  expect(page.status).toBe(422);
  expect(page.summary).toContain(reference);
});

it.each<Record<string, string>>([{ remove: 'x' }, { action: 'upload' }, { action: 'new-code' }])(
  'requires the token for %j without an origin',
  async (button) => {
    const client = await begin(site());
    const { status } = await client.post({ button, files: [pdf()], without: ['token'] });
    expect(status).toBe(403);
  },
);
