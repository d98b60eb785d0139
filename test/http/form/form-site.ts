import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { createCodeSeal } from '../../../src/applications/captcha/captcha-codes.ts';
import { UPLOADS_FOLDER } from '../../../src/applications/files/file-store.ts';
import { textFields } from '../../../src/applications/rules/fields.ts';
import type { SentApplication } from '../../../src/applications/store/applications/applications.ts';
import type { Quota } from '../../../src/applications/store/rate-counters.ts';
import { buildPdf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import {
  formClient,
  goodFields,
  type Sending,
  TEST_ANSWER,
  TEST_SETTINGS,
} from '../../support/form-client.ts';
import { allIn, textOf } from '../../support/html.ts';
import type { SentFile } from '../../support/multipart.ts';
import type { Site } from '../../support/site.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { executeSql } from '../../support/store-faults.ts';

export const FORM = '/en/apply';
export const CHINESE_FORM = '/apply';
export const SENT = `${FORM}/sent`;

/** Menu items of the form and of a privacy notice. */
export const FORM_ITEM = { id: 70, code: 'Apply', name: 'Apply', haveDetail: false };
export const NOTICE_ITEM = { id: 80, code: 'Privacy Policy', name: 'How we keep data', haveDetail: false };

/** Shares one site without rate limits between all tests of a file. */
export const formSiteForFile = (environment: Record<string, string> = {}) =>
  siteForFile({ ...TEST_SETTINGS, ...environment });

/** Creates a visitor who has not opened the form yet. */
export const visitor = (site: Pick<Site, 'port'>, path = FORM, origin?: string) =>
  formClient(site.port, path, origin);

/** Creates a visitor who has opened the form. */
export async function arrive(site: Pick<Site, 'port'>, path = FORM, origin?: string) {
  const client = visitor(site, path, origin);
  await client.get();
  return client;
}

/** Creates a visitor who has opened the form with a draft. */
export async function begin(site: Pick<Site, 'port'>, path = FORM, origin?: string) {
  const client = await arrive(site, path, origin);
  await client.post({ button: { action: 'new-code' }, without: [...textFields] });
  await client.get();
  return client;
}

export type Visitor = ReturnType<typeof visitor>;
export type Answer = Awaited<ReturnType<Visitor['post']>>;

/** All values of an application except its files. */
export const goodAnswers: Record<string, string> = { ...goodFields, captcha: TEST_ANSWER };

/** Builds a PDF with unique content. */
export const pdf = (name = 'plan.pdf', words = name): SentFile => ({
  name,
  content: buildPdf({ objects: `% ${Buffer.from(words).toString('hex')}\n` }),
});

export const fileOf = (name: string, content: Buffer | string): SentFile => ({
  name,
  content: Buffer.from(content),
});

/** Builds a complete application with the given changes. */
export const whole = ({ fields = {}, ...rest }: Sending = {}): Sending => ({
  files: [pdf()],
  ...rest,
  fields: { ...goodAnswers, ...fields },
});

/** Returns the reference on the visitor's last receipt. */
export async function receiptOf(client: Visitor, url = client.receipt()): Promise<string> {
  const { main } = await client.get(url);
  return allIn(main, 'dd', { class: 'receipt-reference' }).map(textOf).join();
}

/** Submits a complete application and returns the stored one. */
export async function apply(site: Site, client: Visitor, sending: Sending = {}): Promise<SentApplication> {
  const { status, problems } = await client.post(whole(sending));
  if (status !== 303) throw new Error(`not sent: ${status} ${problems}`);
  const reference = await receiptOf(client);
  const application = await site.store.applications.get(reference);
  if (!application) throw new Error(`no application by the reference “${reference}”`);
  return application;
}

/** Expects “Submission failed” with status 503, all typed texts and when to retry. */
export function expectFailed(client: Visitor, { status, summary, headers }: Answer): void {
  expect([status, summary]).toEqual([503, expect.stringContaining('Submission failed')]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(client.inputs()).toMatchObject(goodFields);
}

/** Uploads files by the form. */
export const upload = (client: Visitor, ...files: SentFile[]): Promise<Answer> =>
  client.post({ files, button: { action: 'upload' } });

/** Returns the names in the upload folder. */
export const uploadsOf = ({ dataDir }: Site): Promise<string[]> =>
  readdir(path.join(dataDir, UPLOADS_FOLDER));

/** Gives a visitor the cookies of another one. */
export const shareCookies = (from: Visitor, to: Visitor): void => {
  for (const [name, value] of from.cookies) to.cookies.set(name, value);
};

/** Sends a POST as htmx does. */
export const byHtmx = (client: Visitor, sending: Sending = {}): Promise<Answer> =>
  client.post({ ...sending, headers: { 'HX-Request': 'true', ...sending.headers } });

/** Counts stored applications. */
export const countOf = async ({ store }: Site): Promise<number> => (await store.applications.list()).length;

/** Returns the captcha digits of the visitor's form, or undefined if it has no captcha or the code has expired. */
export const codeOf = ({ services }: Site, client: Visitor): string | undefined =>
  createCodeSeal(services.secret).open(client.inputs().sealedCode)?.captcha;

/** Returns the session id from the visitor's cookie. */
export const sessionIdOf = ({ cookies }: Visitor): string =>
  /^s:([^.]+)\./u.exec(decodeURIComponent(cookies.get('__Host-application') ?? ''))?.[1] ?? '';

/** Returns the id of the draft that the session changed last. */
export async function draftIdOf({ store }: Site, client: Visitor): Promise<string> {
  const draft = await store.drafts.latestOf(sessionIdOf(client));
  if (!draft) throw new Error('no draft in the session');
  return draft.id;
}

/** Returns the fields and files of the visitor's draft. */
export async function draftOf(site: Site, client: Visitor) {
  const id = await draftIdOf(site, client);
  const [fields, files] = await Promise.all([site.store.drafts.fields(id), site.store.drafts.files(id)]);
  return { id, fields, files, names: files.map(({ name }) => name) };
}

/** Exhausts quotas, except for the amount that is `left`. */
export const exhaust = (site: Site, quotas: readonly Quota[], left = 0): Promise<void> => {
  const rows = quotas.map(
    ({ key, max, windowMs }) => `('${key}', ${max - left}, ${site.store.now() + windowMs})`,
  );
  return executeSql(site, `insert or replace into limits values ${rows.join()}`);
};
