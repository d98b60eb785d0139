import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { FORM_TOKEN_DAYS } from '../../../src/applications/rules/limits.ts';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { texts } from '../../../src/i18n/set-up.ts';
import { DAY_MS } from '../../../src/lib/days.ts';
import { bodyOf, field, file } from '../../stress/attack/support/bodies.ts';
import type { Sending } from '../../support/form-client.ts';
import { MULTIPART } from '../../support/multipart.ts';
import { SITE_URL } from '../../support/site.ts';
import {
  begin,
  countOf,
  draftOf,
  FORM,
  formSiteForFile,
  goodAnswers,
  pdf,
  sessionIdOf,
  type Visitor,
  whole,
} from './form-site.ts';
import { filesShown, problemsWith } from './read-form.ts';

const site = formSiteForFile();
const OWN_HOST = new URL(SITE_URL).host;

it.each<Record<string, string>>([
  { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://elsewhere.example' },
  { 'Sec-Fetch-Site': 'none' },
  { Origin: SITE_URL, Host: 'internal.example:3000' },
  { Origin: SITE_URL.replace('https:', 'http:') },
  { Origin: 'http://[2001:db8::1]:8080', Host: '[2001:db8::1]:8080' },
])('accepts a POST without a token from this site with %j', async (headers) => {
  const client = await begin(site());
  expect((await client.post({ ...whole(), headers, without: ['token'] })).status).toBe(303);
});

it.each<Record<string, string>>([
  { 'Sec-Fetch-Site': 'cross-site', Origin: SITE_URL },
  { Origin: 'https://elsewhere.example' },
  { Origin: 'null' },
  { Origin: `https://${OWN_HOST}.elsewhere.example` },
  { Origin: 'https://alias.example:8443', Host: 'alias.example' },
])('refuses a cross-site POST with %j even if its token is valid', async (headers) => {
  const client = await begin(site());
  const [count, before] = [await countOf(site()), site().lines.length];
  const page = await client.post({ ...whole(), headers });
  expect([page.status, page.summary]).toEqual([403, expect.stringContaining('sent from another website')]);
  expect([page.headers['cache-control'], page.headers['set-cookie']]).toEqual(['no-store', undefined]);
  expect(site().lines.slice(before)).toMatchObject([{ status: 403, failure: 'crossSite' }]);
  expect(await countOf(site())).toBe(count);
  expect(await draftOf(site(), client)).toMatchObject({ fields: {}, names: [] });
});

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

/** Creates a visitor whose draft has a file. */
async function beginWithFile(): Promise<Visitor> {
  const client = await begin(site());
  const fields = { companyName: 'kept before' };
  await client.post({ fields, files: [pdf('kept.pdf')], button: { action: 'upload' } });
  await client.get();
  session = sessionIdOf(client);
  return client;
}

/** Returns the stored rows of a visitor, the names of the files on disk, and when a file was last created or removed. */
async function tracesOf(client: Visitor) {
  const { id, fields, files } = await draftOf(site(), client);
  const folder = path.join(site().dataDir, 'uploads');
  const stored = { names: (await readdir(folder)).sort(), changedAt: (await stat(folder)).mtimeMs };
  return { draft: await site().store.drafts.get(id), fields, files, stored };
}

const withToken = (token: string | undefined, { fields, ...rest }: Sending): Sending =>
  token === undefined ? { fields, ...rest, without: ['token'] } : { ...rest, fields: { ...fields, token } };

it.each(TOKENS)(
  'without an origin, a POST with %s token shows every value without storing it',
  async (_kind, tokenOf) => {
    const client = await beginWithFile();
    const [before, stored] = [await countOf(site()), await tracesOf(client)];
    const page = await client.post(withToken(tokenOf(), whole()));
    expect([page.status, page.headers['cache-control']]).toEqual([403, 'no-store']);
    expect(page.summary).toContain('your application has not been sent');
    expect(client.inputs()).toMatchObject(goodAnswers);
    expect(problemsWith(page, 'declareFile')).toEqual([
      'plan.pdf: The file could not be uploaded. Choose it again.',
    ]);
    expect(filesShown(page)).toEqual(['kept.pdf']);
    expect([await countOf(site()), await tracesOf(client)]).toEqual([before, stored]);
    expect((await client.post({})).status).toBe(303);
  },
);

it('does not store a file that precedes the token of a POST without an origin', async () => {
  const client = await beginWithFile();
  const { files, stored } = await tracesOf(client);
  const { token = '' } = client.inputs();
  const body = bodyOf([file('early.pdf', buildPdf()), field('token', token), field('action', 'upload')]);
  const headers = { 'Content-Type': MULTIPART, 'Content-Length': `${body.length}` };
  const { status, text } = await client.send(FORM, 'POST', headers, body);
  expect(status).toBe(422);
  expect(text).toContain('early.pdf: The file could not be uploaded. Choose it again.');
  expect(await tracesOf(client)).toMatchObject({ files, stored });
});

it('without an origin, a sent form with an invalid token is shown with a new key', async () => {
  const client = await begin(site());
  const { submitKey = '' } = client.inputs();
  await client.post(whole());
  const page = await client.post(withToken('invalid', whole({ fields: { submitKey } })));
  expect([page.status, page.summary]).toEqual([422, expect.stringContaining(texts('en').alreadySent)]);
  expect(client.inputs().submitKey).not.toBe(submitKey);
});
