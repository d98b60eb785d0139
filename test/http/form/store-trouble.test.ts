import { expect, it } from 'vitest';
import { MAX_TEXT_BYTES } from '../../../src/applications/rules/limits.ts';
import { requestNumberIn } from '../../support/error-page.ts';
import { brokenUploads, during, type Fault, locked, missing, rejecting } from '../../support/store-faults.ts';
import {
  arrive,
  begin,
  byHtmx,
  CHINESE_FORM,
  countOf,
  expectFailed,
  formSiteForFile,
  pdf,
  whole,
} from './form-site.ts';
import { filesShown, problemsWith } from './read-form.ts';
import { begun, sender } from './resumable-sites.ts';

const site = formSiteForFile();

const SAVED = 'Your answers and the files in the list below are saved';
const NOT_SAVED = 'could not save your answers';
const noApplication = rejecting('insert on applications');
const noDraftFile = rejecting('insert on draft_files');

it.each<[string, Fault, said: string]>([
  ['the drafts cannot be read', missing('drafts'), NOT_SAVED],
  ['the files cannot be added', noDraftFile, SAVED],
  ['no application can be written', noApplication, SAVED],
  ['no file can be stored', brokenUploads, SAVED],
  ['the session cannot be read', missing('sessions'), NOT_SAVED],
])(
  'a POST shows “Submission failed” with 503 while %s and succeeds afterwards',
  async (_what, fault, said) => {
    const client = await begin(site());
    const before = await countOf(site());
    const page = await during(fault, site(), () => client.post(whole()));
    expectFailed(client, page);
    expect([page.title, page.summary]).toEqual([
      expect.stringMatching(/^Error: /u),
      expect.stringContaining(said),
    ]);
    expect(requestNumberIn(page.summary ?? '')).toBe(page.headers['x-request-id']);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(await countOf(site())).toBe(before);
    expect((await client.post(whole())).status).toBe(303);
    expect(await countOf(site())).toBe(before + 1);
  },
);

it('says that a text over the limit is not saved if the store then fails', async () => {
  const client = await begin(site());
  const text = 'x'.repeat(0.6 * MAX_TEXT_BYTES);
  await client.post({ fields: { industry: text } });
  const sending = whole({ fields: { companyDescription: text }, without: ['industry'] });
  const page = await during(noDraftFile, site(), () => client.post(sending));
  expect(page.summary).toContain(NOT_SAVED);
});

it('a failed POST lists the files that are stored and names the others', async () => {
  const client = await begin(site());
  await client.post({ files: [pdf('a.pdf')], button: { action: 'upload' } });
  await client.get();
  const page = await during(brokenUploads, site(), () => client.post(whole({ files: [pdf('c.pdf')] })));
  expect([filesShown(page), problemsWith(page, 'declareFile')]).toEqual([
    ['a.pdf'],
    ['c.pdf: The file could not be uploaded. Choose it again.'],
  ]);
  expect((await client.post(whole({ files: [] }))).status).toBe(303);
});

it('reports a failing store to htmx in the same component and logs it without typed texts', async () => {
  const client = await begin(site(), CHINESE_FORM);
  const from = site().lines.length;
  const { status, text, headers } = await during(noApplication, site(), () => byHtmx(client, whole()));
  expect([status, text]).toEqual([503, expect.stringMatching(/id="_application"[\s\S]*提交失败/u)]);
  expect(requestNumberIn(text)).toBe(headers['x-request-id']);
  const lines = site().lines.slice(from);
  expect(lines.some(({ level }) => level >= 50)).toBe(true);
  expect(JSON.stringify(lines)).toContain('malformed');
  expect(JSON.stringify(lines)).not.toContain('qinghe');
});

it('an upload returns 503, which the script retries, while the store fails', async () => {
  const mine = await sender(site());
  const { content } = pdf();
  const url = await begun(mine, 'a.pdf', content.length);
  const send = () => mine.patch(url, 0, content);
  const refused = await during(noDraftFile, site(), send);
  expect([refused.status, refused.headers['upload-problem']]).toEqual([503, undefined]);
  expect((await send()).status).toBe(204);
});

it('while the store fails, only the form page of a visitor with a draft is an error page', async () => {
  const client = await begin(site());
  await during(missing('drafts'), site(), async () => {
    expect((await client.get()).status).toBeGreaterThanOrEqual(500);
    expect((await site().raw('/en/history')).status).toBe(200);
  });
  expect((await client.get()).status).toBe(200);
});

it('only a POST waits for the lock while another process writes to the store', async () => {
  const client = await arrive(site());
  const posted = await during(locked, site(), async () => {
    let isAnswered = false;
    const answer = client.post(whole()).finally(() => {
      isAnswered = true;
    });
    for (const pageUrl of ['/en', '/search?keyword=a']) expect((await site().raw(pageUrl)).status).toBe(200);
    expect(isAnswered).toBe(false);
    return { answer };
  });
  expect((await posted.answer).status).toBe(303);
});
