import { afterEach, describe, expect, it, vi } from 'vitest';
import { requestNumberIn } from '../../support/error-page.ts';
import { goodFields } from '../../support/form-client.ts';
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
  visitor,
  whole,
} from './form-site.ts';
import { filesShown, problemsWith } from './read-form.ts';

const site = formSiteForFile();
afterEach(() => vi.restoreAllMocks());

const BROKEN = new Error('database disk image is malformed');
const fails = () => Promise.reject(BROKEN);
const isFull = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));

type Break = (store: Site['store']) => void;

const FAILURES: Record<string, Break> = {
  'the drafts cannot be read': ({ drafts }) => vi.spyOn(drafts, 'byKey').mockImplementation(fails),
  'the fields cannot be written': ({ drafts }) => vi.spyOn(drafts, 'saveFields').mockImplementation(fails),
  'the fields cannot be read': ({ drafts }) => vi.spyOn(drafts, 'fields').mockImplementation(fails),
  'the files cannot be listed': ({ drafts }) => vi.spyOn(drafts, 'files').mockImplementation(fails),
  'the files cannot be added': ({ drafts }) => vi.spyOn(drafts, 'addFile').mockImplementation(fails),
  'the captcha cannot be checked': ({ drafts }) =>
    vi.spyOn(drafts, 'answerCaptcha').mockImplementation(fails),
  'no application can be written': ({ applications }) =>
    vi.spyOn(applications, 'submit').mockImplementation(fails),
  'no file can be created': ({ uploads }) => vi.spyOn(uploads, 'create').mockImplementation(isFull),
  'no file can be stored': ({ uploads }) => vi.spyOn(uploads, 'commit').mockImplementation(isFull),
  'the session cannot be read': ({ sessions }) =>
    vi.spyOn(sessions, 'get').mockImplementation((_id, done) => done(BROKEN)),
};

it.each(Object.entries(FAILURES))(
  'a POST shows “Submission failed” with 503 while %s and succeeds afterwards',
  async (_what, breakStore) => {
    const client = await begin(site());
    const before = await countOf(site());
    breakStore(site().store);
    const page = await client.post(whole());
    expectFailed(client, page);
    expect(page.title.startsWith('Error: ')).toBe(true);
    expect(requestNumberIn(page.summary ?? '')).toBe(page.headers['x-request-id']);
    expect(page.headers['cache-control']).toBe('no-store');
    vi.restoreAllMocks();
    expect(await countOf(site())).toBe(before);
    expect((await client.post(whole())).status).toBe(303);
    expect(await countOf(site())).toBe(before + 1);
  },
);

it('a visitor’s first POST returns 503 while sessions cannot be written', async () => {
  const client = await arrive(site());
  vi.spyOn(site().store.sessions, 'set').mockImplementation((_id, _session, done) => done?.(BROKEN));
  expect((await client.get()).status).toBe(200);
  const page = await client.post(whole());
  expectFailed(client, page);
  vi.restoreAllMocks();
  expect((await client.post(whole())).status).toBe(303);
});

describe('the error summary after a failure', () => {
  const SAVED = 'Your answers and the files in the list below are saved';
  const NOT_SAVED = 'could not save your answers';

  it('the error summary names the stored texts and files', async () => {
    const client = await begin(site());
    await client.post({ files: [pdf('a.pdf')], button: { action: 'upload' } });
    await client.get();
    vi.spyOn(site().store.uploads, 'commit').mockImplementation(isFull);
    const page = await client.post(whole({ files: [pdf('c.pdf')] }));
    expect(page.summary).toContain(SAVED);
    expect(page.summary).not.toContain(NOT_SAVED);
    expect(filesShown(page)).toEqual(['a.pdf']);
    expect(problemsWith(page, 'declareFile')).toEqual([
      'c.pdf: The file could not be uploaded. Choose it again.',
    ]);
  });

  it.each(['saveFields', 'byKey'] as const)(
    'does not claim that texts are stored if drafts.%s fails',
    async (method) => {
      const client = await begin(site());
      vi.spyOn(site().store.drafts, method).mockImplementation(fails);
      const page = await client.post(whole({ files: [] }));
      expect(page.summary).toContain(NOT_SAVED);
      expect(page.summary).not.toContain(SAVED);
      expect(client.inputs()).toMatchObject(goodFields);
    },
  );

  it('keeps the listed files while the store cannot list them', async () => {
    const client = await begin(site());
    await client.post({ files: [pdf('a.pdf')], button: { action: 'upload' } });
    await client.get();
    vi.spyOn(site().store.drafts, 'files').mockImplementation(fails);
    expect(filesShown(await client.post(whole({ files: [] })))).toEqual(['a.pdf']);
    vi.restoreAllMocks();
    expect((await client.post(whole({ files: [] }))).status).toBe(303);
  });
});

describe('a failing store', () => {
  it('reports a failing store to htmx in the same component', async () => {
    const client = await begin(site(), CHINESE_FORM);
    vi.spyOn(site().store.drafts, 'saveFields').mockImplementation(fails);
    expect((await client.post(whole())).summary).toContain('提交失败');
    const fragment = await byHtmx(client, whole());
    expect(fragment.status).toBe(503);
    expect(fragment.text).toContain('id="_application"');
    expect(requestNumberIn(fragment.text)).toBe(fragment.headers['x-request-id']);
  });

  it('does not return an empty file list for a single file if the store cannot list files', async () => {
    const client = await begin(site());
    const post = () => byHtmx(client, { to: 'files', files: [pdf()] });
    vi.spyOn(site().store.uploads, 'create').mockImplementation(isFull);
    const refused = await post();
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('data-problem')]);
    vi.restoreAllMocks();
    const { addFile } = site().store.drafts;
    vi.spyOn(site().store.drafts, 'addFile').mockImplementation(async (...file) => {
      const added = await addFile(...file);
      vi.spyOn(site().store.drafts, 'files').mockImplementation(fails);
      return added;
    });
    // The script retries a 503 and ignores its list.
    expect((await post()).status).toBe(503);
    vi.restoreAllMocks();
    const retried = await post();
    expect([retried.status, retried.text.match(/file-name/gu)?.length]).toEqual([200, 1]);
  });

  it('GET with a draft shows an error page while the store fails', async () => {
    const client = await begin(site());
    vi.spyOn(site().store.drafts, 'latestOf').mockImplementation(fails);
    expect((await client.get()).status).toBeGreaterThanOrEqual(500);
    expect((await visitor(site(), '/en/history').get()).status).toBe(200);
    vi.restoreAllMocks();
    expect((await client.get()).status).toBe(200);
  });

  it('logs a failing store as an error without typed texts', async () => {
    const client = await begin(site());
    vi.spyOn(site().store.applications, 'submit').mockImplementation(fails);
    const from = site().lines.length;
    await client.post(whole());
    const lines = site().lines.slice(from);
    expect(lines.some(({ level }) => level >= 50)).toBe(true);
    expect(JSON.stringify(lines)).toContain('malformed');
    expect(JSON.stringify(lines)).not.toContain('qinghe');
  });
});
