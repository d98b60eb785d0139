/** @module-tag matrix */
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Crawl, crawl } from '../crawl/crawler.ts';
import { code, type FakeBackend, PATHS, startFakeBackend } from '../support/fake-backend.ts';
import { freePort } from '../support/listen.ts';
import { markupFaults } from '../support/markup.ts';
import { runMirror } from '../support/mirror.ts';
import { startStaticServer } from '../support/static-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const OLD = new Date(2020, 0, 1);
/** Needs a server: no page of a mirror may contain it. */
const NEEDS_A_SERVER = /href="\/[^"#]*\?|action="|\/captcha\/|name="(?:build|payload)"/u;

let fake: FakeBackend;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Awaited<ReturnType<typeof startStaticServer>>;
let environment: Record<string, string>;
let first: Awaited<ReturnType<typeof runMirror>>;
let result: Crawl;
const at = (name: string) => path.join(folder.path, name);
const read = (name: string) => readFile(at(`mirror/${name}`), 'utf8');
const run = (own: Record<string, string> = {}, args = ['--changes']) =>
  runMirror([at('mirror'), ...args], { ...environment, ...own });

beforeAll(async () => {
  [fake, folder] = await Promise.all([startFakeBackend(), temporaryFolder('mirror')]);
  for (const content of Object.values(fake.content)) {
    // No file can have this name. `/assets/leaflet.pdf` is a file that the fake backend has.
    content.articles = content.articles.filter(({ id }) => id !== 'x/y');
    for (const article of content.articles) if (article.id === 'p1') article.content = '<p>Opened.</p>';
    for (const product of content.products.list) product.linkUrl = '/assets/leaflet.pdf';
  }
  await writeFile(at('redirects.txt'), '/old/page.html /history\n/about.asp https://old.example.com/about\n');
  server = await startStaticServer(at('mirror'));
  environment = {
    API_BASE_URL: fake.url,
    DATA_DIR: at('data'),
    SITE_URL: server.base,
    REDIRECTS_FILE: at('redirects.txt'),
  };
  first = await run();
  const starts = ['/', '/en/', '/robots.txt', '/sitemap.xml', '/feed.xml', '/en/feed.xml'];
  result = await crawl(server.base, starts);
});

afterAll(async () => {
  await Promise.all([server.close(), fake.close()]);
  await folder.remove();
});

describe('a mirror', () => {
  it('succeeds, and prints only its changes with --changes', () => {
    expect(first).toMatchObject({ status: 0, err: '' });
    expect(first.changes.every((line) => line.startsWith('+ '))).toBe(true);
  });

  it('has no broken link, no missing anchor, and nothing that needs a server', () => {
    expect(result.pages.length).toBeGreaterThan(90);
    const broken = result.all.filter(({ status, body }) => status !== 200 || body.length === 0);
    expect(broken.map(({ asked, status }) => `${status} ${asked}`)).toEqual([]);
    const lost = result.fragments.filter(({ address }) => {
      const [asked = '', fragment = ''] = address.split('#');
      return !result.answers.get(asked)?.page?.ids.includes(decodeURIComponent(fragment));
    });
    expect(lost).toEqual([]);
    const redirected = result.all.filter(
      ({ asked, url, from }) =>
        asked.endsWith('/') && asked !== url && from.some((page) => !page.endsWith('.xml')),
    );
    expect(redirected).toEqual([]);
    const wrong = result.pages.filter(({ page }) => NEEDS_A_SERVER.test(page.html));
    expect(wrong.map(({ url }) => url)).toEqual([]);
  });

  it('is valid HTML with plain links to pages of lists, sections and the other language', async () => {
    for (const name of [
      'index.html',
      'newsroom/insights/index.html',
      'en/search/index.html',
      'en/apply/index.html',
      '404.html',
    ])
      expect([name, await markupFaults(await read(name))]).toEqual([name, []]);
    expect(await read('newsroom/insights/index.html')).toContain('href="/newsroom/insights/page-2/"');
    expect(await read('newsroom/insights/page-2/index.html')).toContain('href="/en/newsroom/insights/"');
    expect(await read('newsroom/press-room/index.html')).toContain('url=/newsroom/#press-room');
  });

  it('redirects legacy URLs, and has a 404 page for each language and the file of the icon', async () => {
    expect(await read('old/page.html')).toContain('url=/history/');
    expect(await read('about.asp/index.html')).toContain('url=https://old.example.com/about');
    expect(await read('404.html')).toContain('lang="zh-CN"');
    expect(await read('en/404.html')).toContain('Oops! Your page is lost!');
    expect((await readFile(at('mirror/favicon.ico'))).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
  });

  it('names the contact instead of the form, and lists all pages instead of the search', async () => {
    const form = await read('en/apply/index.html');
    expect(form).toContain('You cannot fill in the form on this copy of the site.');
    expect(form).toContain('href="mailto:');
    const list = await read('en/search/index.html');
    for (const address of ['/en/apply/', '/en/newsroom/press-room/p2/'])
      expect(list).toContain(`href="${address}"`);
  });
});

describe('a second run', () => {
  it('changes nothing without changes of content, and prints its size and number of files', async () => {
    await utimes(at('mirror/index.html'), OLD, OLD);
    const out = /^\d+ pages and \d+ files, \d+\.\d MB, in .+ s: 0 new, 0 changed, 0 removed\n$/u;
    expect(await run({}, [])).toMatchObject({ status: 0, out: expect.stringMatching(out), err: '' });
    expect((await stat(at('mirror/index.html'))).mtime).toEqual(OLD);
  });

  it('writes only the pages of an edit, removes pages, and keeps other files', async () => {
    await writeFile(at('mirror/mine.txt'), 'mine');
    const { articles } = fake.content.en;
    const [edited] = articles.filter(({ id }) => id === 'f2');
    if (edited) edited.title = 'Edited letter';
    fake.content.en.articles = articles.filter(({ id }) => id !== 'f3');
    const { status, changes } = await run();
    expect(status).toBe(0);
    expect(changes).toContain('~ en/newsroom/field-letters/f2/index.html');
    expect(changes).toContain('- en/newsroom/field-letters/f3/index.html');
    expect(changes.length).toBeLessThan(15);
    expect(await read('mine.txt')).toBe('mine');
  });

  it('fails and names a page that cannot be fetched', async () => {
    fake.override(PATHS.article, ({ query }) => (query.get('id') === 'f2' ? code(500) : undefined));
    const { status, err } = await run();
    fake.restore();
    expect([status, err]).toEqual([1, expect.stringContaining('/en/newsroom/field-letters/f2: ')]);
  });

  it('leaves the mirror unchanged if the backend is down', async () => {
    const before = await read('.plinth-mirror/files');
    const err = expect.stringContaining('the content cannot be read: / responds with unreachable');
    const away = { API_BASE_URL: `http://127.0.0.1:${await freePort()}` };
    expect(await run(away)).toMatchObject({ status: 1, out: '', err });
    expect(await read('.plinth-mirror/files')).toBe(before);
  });
});

it('reports invalid settings together', async () => {
  const { status, err } = await run({ PORT: 'x', API_TIMEOUT_MS: '0' });
  expect([status, err]).toEqual([1, expect.stringMatching(/PORT must be.*API_TIMEOUT_MS must be/su)]);
});
