import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { DATABASE_FILE } from '../../../src/applications/store/engine/database.ts';
import { requestNumberIn } from '../../support/error-page.ts';
import type { Site } from '../../support/site.ts';
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

const site = formSiteForFile();
afterEach(() => vi.restoreAllMocks());

const BROKEN = new Error('database disk image is malformed');
const fails = () => Promise.reject(BROKEN);
const isFull = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
const SAVED = 'Your answers and the files in the list below are saved';
const NOT_SAVED = 'could not save your answers';

type Break = (store: Site['store']) => unknown;
const breakDrafts =
  (method: 'byKey' | 'addFile'): Break =>
  ({ drafts }) =>
    vi.spyOn(drafts, method).mockImplementation(fails);

it.each<[string, Break, said: string]>([
  ['the drafts cannot be read', breakDrafts('byKey'), NOT_SAVED],
  ['the files cannot be added', breakDrafts('addFile'), SAVED],
  [
    'no application can be written',
    ({ applications }) => vi.spyOn(applications, 'submit').mockImplementation(fails),
    SAVED,
  ],
  ['no file can be stored', ({ uploads }) => vi.spyOn(uploads, 'commit').mockImplementation(isFull), SAVED],
  [
    'the session cannot be read',
    ({ sessions }) => vi.spyOn(sessions, 'get').mockImplementation((_id, done) => done(BROKEN)),
    NOT_SAVED,
  ],
])(
  'a POST shows “Submission failed” with 503 while %s and succeeds afterwards',
  async (_what, breakStore, said) => {
    const client = await begin(site());
    const before = await countOf(site());
    breakStore(site().store);
    const page = await client.post(whole());
    expectFailed(client, page);
    expect([page.title, page.summary]).toEqual([
      expect.stringMatching(/^Error: /u),
      expect.stringContaining(said),
    ]);
    expect(requestNumberIn(page.summary ?? '')).toBe(page.headers['x-request-id']);
    expect(page.headers['cache-control']).toBe('no-store');
    vi.restoreAllMocks();
    expect(await countOf(site())).toBe(before);
    expect((await client.post(whole())).status).toBe(303);
    expect(await countOf(site())).toBe(before + 1);
  },
);

it('says that a text over the limit is not saved if the store then fails', async () => {
  const client = await begin(site());
  breakDrafts('addFile')(site().store);
  vi.spyOn(site().store.drafts, 'saveFields').mockResolvedValue(['companyDescription']);
  const page = await client.post(whole());
  expect(page.summary).toContain(NOT_SAVED);
});

it('a failed POST lists the files that are stored and names the others', async () => {
  const client = await begin(site());
  await client.post({ files: [pdf('a.pdf')], button: { action: 'upload' } });
  await client.get();
  vi.spyOn(site().store.uploads, 'commit').mockImplementation(isFull);
  const page = await client.post(whole({ files: [pdf('c.pdf')] }));
  expect([filesShown(page), problemsWith(page, 'declareFile')]).toEqual([
    ['a.pdf'],
    ['c.pdf: The file could not be uploaded. Choose it again.'],
  ]);
  vi.restoreAllMocks();
  expect((await client.post(whole({ files: [] }))).status).toBe(303);
});

it('reports a failing store to htmx in the same component and logs it without typed texts', async () => {
  const client = await begin(site(), CHINESE_FORM);
  vi.spyOn(site().store.applications, 'submit').mockImplementation(fails);
  const from = site().lines.length;
  const { status, text, headers } = await byHtmx(client, whole());
  expect([status, text]).toEqual([503, expect.stringMatching(/id="_application"[\s\S]*提交失败/u)]);
  expect(requestNumberIn(text)).toBe(headers['x-request-id']);
  const lines = site().lines.slice(from);
  expect(lines.some(({ level }) => level >= 50)).toBe(true);
  expect(JSON.stringify(lines)).toContain('malformed');
  expect(JSON.stringify(lines)).not.toContain('qinghe');
});

it('a single file returns 503, which the script retries, while the store fails', async () => {
  const client = await begin(site());
  const post = () => byHtmx(client, { to: 'files', files: [pdf()] });
  vi.spyOn(site().store.uploads, 'create').mockImplementation(isFull);
  const refused = await post();
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('data-problem')]);
  vi.restoreAllMocks();
  const retried = await post();
  expect([retried.status, retried.text.match(/file-name/gu)?.length]).toEqual([200, 1]);
});

it('while the store fails, only the form page of a visitor with a draft is an error page', async () => {
  const client = await begin(site());
  vi.spyOn(site().store.drafts, 'latestOf').mockImplementation(fails);
  expect((await client.get()).status).toBeGreaterThanOrEqual(500);
  expect((await site().raw('/en/history')).status).toBe(200);
  vi.restoreAllMocks();
  expect((await client.get()).status).toBe(200);
});

it('only a POST waits for the lock while another process writes to the store', async () => {
  const client = await arrive(site());
  const other = new DatabaseSync(path.join(site().dataDir, DATABASE_FILE));
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  let isAnswered = false;
  const posted = client.post(whole()).finally(() => {
    isAnswered = true;
  });
  for (const address of ['/en', '/search?keyword=a']) expect((await site().raw(address)).status).toBe(200);
  expect(isAnswered).toBe(false);
  other.exec('rollback');
  expect((await posted).status).toBe(303);
});
