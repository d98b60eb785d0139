import { afterEach, describe, expect, it, vi } from 'vitest';
import { quotedIn } from '../../support/error-page.ts';
import { goodFields } from '../../support/form-client.ts';
import type { Site } from '../../support/site.ts';
import {
  arrive,
  begin,
  CHINESE_FORM,
  countOf,
  draftIdOf,
  formSiteForFile,
  pdf,
  type Visitor,
  visitor,
  whole,
} from './form-site.ts';
import { filesShown, problemsWith } from './read-form.ts';

const site = formSiteForFile();
afterEach(() => vi.restoreAllMocks());

const FULL = () =>
  Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', syscall: 'write' });
const BROKEN = () => new Error('database disk image is malformed');
const fails = () => Promise.reject(BROKEN());

type Break = (store: Site['store']) => void;

/** Failures of the store before anything of the POST is stored. */
const ALL: Record<string, Break> = {
  'the drafts cannot be read': ({ drafts }) => vi.spyOn(drafts, 'byKey').mockImplementation(fails),
  'the fields cannot be written': ({ drafts }) => vi.spyOn(drafts, 'saveFields').mockImplementation(fails),
  'the language cannot be written': ({ drafts }) => vi.spyOn(drafts, 'setLanguage').mockImplementation(fails),
  'the fields cannot be read': ({ drafts }) => vi.spyOn(drafts, 'fields').mockImplementation(fails),
  'the files cannot be listed': ({ drafts }) => vi.spyOn(drafts, 'files').mockImplementation(fails),
  'the files cannot be added': ({ drafts }) => vi.spyOn(drafts, 'addFile').mockImplementation(fails),
  'the code cannot be read': ({ drafts }) => vi.spyOn(drafts, 'answerCaptcha').mockImplementation(fails),
  'no application can be written': ({ applications }) =>
    vi.spyOn(applications, 'submit').mockImplementation(fails),
  'no application can be looked up': ({ applications }) =>
    vi.spyOn(applications, 'referenceOf').mockImplementation(fails),
  'no file can be made': ({ uploads }) =>
    vi.spyOn(uploads, 'create').mockImplementation(() => Promise.reject(FULL())),
  'no file can be kept': ({ uploads }) =>
    vi.spyOn(uploads, 'commit').mockImplementation(() => Promise.reject(FULL())),
  'the session cannot be read': ({ sessions }) =>
    vi.spyOn(sessions, 'get').mockImplementation((_id, done) => done(BROKEN())),
  'everything fails': (store) => {
    for (const method of [
      'get',
      'create',
      'fields',
      'saveFields',
      'setLanguage',
      'files',
      'addFile',
      'byKey',
      'answerCaptcha',
    ] as const)
      vi.spyOn(store.drafts, method).mockImplementation(fails);
    vi.spyOn(store.applications, 'submit').mockImplementation(fails);
    vi.spyOn(store.uploads, 'create').mockImplementation(() => Promise.reject(FULL()));
    vi.spyOn(store.sessions, 'get').mockImplementation((_id, done) => done(BROKEN()));
    vi.spyOn(store.sessions, 'set').mockImplementation((_id, _session, done) => done?.(BROKEN()));
  },
};

/** A visitor whose draft still has the language of the other page. */
async function beginInOtherLanguage(): Promise<Visitor> {
  const client = await begin(site());
  await site().store.drafts.setLanguage(await draftIdOf(site(), client), 'zh');
  return client;
}

describe.each(Object.entries(ALL))('while %s', (_what, breakStore) => {
  it('a POST shows “Submission failed”, 503, with everything typed, and succeeds afterwards', async () => {
    const client = await beginInOtherLanguage();
    const before = await countOf(site());
    breakStore(site().store);
    const page = await client.post(whole());
    expect(page.status).toBe(503);
    expect(page.title.startsWith('Error: ')).toBe(true);
    expect(page.summary).toContain('Submission failed');
    expect(quotedIn(page.summary ?? '')).toBe(page.headers['x-request-id']);
    expect(client.inputs()).toMatchObject(goodFields);
    expect(page.headers['cache-control']).toBe('no-store');
    vi.restoreAllMocks();
    expect(await countOf(site())).toBe(before);
    expect((await client.post(whole())).status).toBe(303);
    expect(await countOf(site())).toBe(before + 1);
  });
});

describe.each(['the session cannot be written', 'everything fails'])('while %s', (what) => {
  const breakStore =
    ALL[what] ??
    (({ sessions }) =>
      vi.spyOn(sessions, 'set').mockImplementation((_id, _session, done) => done?.(BROKEN())));

  it('the first POST of a visitor shows “Submission failed”, 503, with everything typed, and succeeds afterwards', async () => {
    const client = await arrive(site());
    const before = await countOf(site());
    breakStore(site().store);
    expect((await client.get()).status).toBe(200);
    const page = await client.post(whole());
    expect(page.status).toBe(503);
    expect(page.summary).toContain('Submission failed');
    expect(client.inputs()).toMatchObject(goodFields);
    vi.restoreAllMocks();
    expect((await client.post(whole())).status).toBe(303);
    expect(await countOf(site())).toBe(before + 1);
  });
});

describe('file that could not be stored', () => {
  it('is named, and the fields are stored', async () => {
    const client = await begin(site());
    vi.spyOn(site().store.uploads, 'commit').mockImplementation(() => Promise.reject(FULL()));
    const page = await client.post({
      fields: goodFields,
      files: [pdf('lost.pdf')],
      button: { action: 'upload' },
    });
    expect(page.status).toBe(503);
    expect(problemsWith(page, 'declareFile')).toEqual([
      'lost.pdf: The file could not be uploaded. Choose it again.',
    ]);
    vi.restoreAllMocks();
    await client.get();
    expect(client.inputs()).toMatchObject(goodFields);
  });

  it('does not affect an earlier file', async () => {
    const client = await begin(site());
    await client.post({ files: [pdf('kept.pdf')], button: { action: 'upload' } });
    vi.spyOn(site().store.uploads, 'create').mockImplementation(() => Promise.reject(FULL()));
    await client.post({ files: [pdf('lost.pdf')], button: { action: 'upload' } });
    vi.restoreAllMocks();
    expect(filesShown(await client.get())).toEqual(['kept.pdf']);
  });
});

describe('text after a failure', () => {
  const KEPT = 'Your answers and the files in the list below are saved';
  const UNKEPT = 'could not save your answers';

  it('says which texts and files are stored', async () => {
    const client = await begin(site());
    await client.post({ files: [pdf('a.pdf')], button: { action: 'upload' } });
    await client.get();
    vi.spyOn(site().store.uploads, 'commit').mockImplementation(() => Promise.reject(FULL()));
    const page = await client.post(whole({ files: [pdf('c.pdf')] }));
    expect(page.summary).toContain(KEPT);
    expect(page.summary).not.toContain(UNKEPT);
    expect(page.summary).not.toMatch(/uploaded is kept/u);
    expect(filesShown(page)).toEqual(['a.pdf']);
    expect(problemsWith(page, 'declareFile')).toEqual([expect.stringMatching(/^c\.pdf: .*Choose it again/u)]);
  });

  it.each<[string, Break]>([
    ['the texts', ({ drafts }) => vi.spyOn(drafts, 'saveFields').mockImplementation(fails)],
    ['the draft', ({ drafts }) => vi.spyOn(drafts, 'byKey').mockImplementation(fails)],
  ])(
    'does not claim stored texts if %s cannot be written or read, but the page shows them',
    async (_what, breakStore) => {
      const client = await begin(site());
      breakStore(site().store);
      const page = await client.post(whole({ files: [] }));
      expect(page.summary).toContain(UNKEPT);
      expect(page.summary).not.toContain(KEPT);
      expect(client.inputs()).toMatchObject(goodFields);
    },
  );

  it('keeps the shown files while they cannot be listed, and they are submitted afterwards', async () => {
    const client = await begin(site());
    await client.post({ files: [pdf('a.pdf')], button: { action: 'upload' } });
    await client.get();
    vi.spyOn(site().store.drafts, 'files').mockImplementation(fails);
    expect(filesShown(await client.post(whole({ files: [] })))).toEqual(['a.pdf']);
    vi.restoreAllMocks();
    expect((await client.post(whole({ files: [] }))).status).toBe(303);
  });
});

describe('failing store', () => {
  it('is reported in Chinese too, and to htmx by the same component', async () => {
    const client = await begin(site(), CHINESE_FORM);
    vi.spyOn(site().store.drafts, 'saveFields').mockImplementation(fails);
    const page = await client.post(whole());
    expect(page.summary).toContain('提交失败');
    expect(quotedIn(page.summary ?? '')).toBe(page.headers['x-request-id']);
    const fragment = await client.post({ ...whole(), headers: { 'HX-Request': 'true' } });
    expect(fragment.status).toBe(503);
    expect(fragment.text).toContain('id="_application"');
    expect(quotedIn(fragment.text)).toBe(fragment.headers['x-request-id']);
    expect(fragment.text).toContain('青禾科技（杭州）有限公司');
  });

  it('is reported with a text for single files', async () => {
    const client = await begin(site());
    vi.spyOn(site().store.uploads, 'create').mockImplementation(() => Promise.reject(FULL()));
    const { status, text } = await client.post({
      to: 'files',
      files: [pdf()],
      headers: { 'HX-Request': 'true' },
    });
    expect(status).toBe(503);
    expect(text).toContain('data-problem');
  });

  it('never shows an empty list after a single file was stored but the files cannot be listed', async () => {
    const client = await begin(site());
    const { files, addFile } = site().store.drafts;
    vi.spyOn(site().store.drafts, 'addFile').mockImplementation(async (...file) => {
      const added = await addFile(...file);
      vi.spyOn(site().store.drafts, 'files').mockImplementation(fails);
      return added;
    });
    const post = () => client.post({ to: 'files', files: [pdf()], headers: { 'HX-Request': 'true' } });
    // The script retries a 503 and ignores its list.
    expect((await post()).status).toBe(503);
    vi.spyOn(site().store.drafts, 'files').mockImplementation(files);
    vi.spyOn(site().store.drafts, 'addFile').mockImplementation(addFile);
    const retried = await post();
    expect(retried.status).toBe(200);
    expect(retried.text.match(/file-name/gu)).toHaveLength(1);
  });

  it.each(['drafts', 'sessions'] as const)(
    '(its %s) shows an error page on GET with a draft',
    async (part) => {
      const client = await begin(site());
      if (part === 'drafts') vi.spyOn(site().store.drafts, 'latestOf').mockImplementation(fails);
      else vi.spyOn(site().store.sessions, 'get').mockImplementation((_id, done) => done(BROKEN()));
      expect((await client.get()).status).toBeGreaterThanOrEqual(500);
      expect((await visitor(site(), '/en/history').get()).status).toBe(200);
      vi.restoreAllMocks();
      expect((await client.get()).status).toBe(200);
    },
  );

  it('is logged as an error, without typed texts', async () => {
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
