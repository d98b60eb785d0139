import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  code,
  data,
  type FakeBackend,
  PATHS,
  type Reply,
  startFakeBackend,
} from '../support/fake-backend.ts';
import { doctor, examineBackend, linesOf } from './support.ts';

let fake: FakeBackend;
beforeAll(async () => {
  fake = await startFakeBackend();
});
afterEach(() => {
  fake.comeUp();
  fake.restore();
});
afterAll(() => fake.close());

const OPEN = '/admin-api/ow/open';

const examined = (settings = {}) =>
  doctor({ API_BASE_URL: fake.url, API_HEADERS: '{"X-Tenant":"t"}', ...settings });

it('the doctor requests all paths in both languages with the headers of the site', async () => {
  const result = await examined();
  expect(result.lines.filter((line) => line.startsWith('error'))).toEqual([]);
  expect(result.hasError).toBe(false);
  expect(linesOf(result, 'backend /home-page-list/page')[1]).toBe(
    'record h99: componentCode: carousel is unknown',
  );
  for (const path of Object.values(PATHS))
    for (const language of ['zh', 'en'] as const)
      expect([path, language, fake.calls(path, language) > 0]).toEqual([path, language, true]);
  expect(fake.lastHeaders(PATHS.menu)['x-tenant']).toBe('t');
  const line = expect.stringMatching(/^ok backend \/event\/list (?:zh|en): \d+ ms, records: \d+$/u);
  expect(linesOf(result, 'backend /event/list')).toEqual([line, line]);
});

it('the doctor reports each record that is left out as an error with the reason', async () => {
  fake.override(PATHS.honours, data(Array.from({ length: 30 }, (_one, id) => ({ id }))));
  fake.override(PATHS.events, data([{ id: 7, eventTime: '2020-01-01' }, { eventTime: 'soon' }]));
  const result = await examined();
  expect(result.hasError).toBe(true);
  const events = linesOf(result, 'backend /event/list');
  expect(events[0]).toMatch(/^error .* zh, en: records: 2, problems: 2$/u);
  expect(events[1]).toBe('record 7 is left out: title: is missing');
  expect(events[2]).toMatch(/^record without id is left out: .*eventTime: is not an ISO 8601 date/u);
  expect(linesOf(result, 'backend /enterprise-honor/list')).toContain('and 22 more');
});

it('the doctor reports a lost date as a warning', async () => {
  fake.override(PATHS.honours, data([{ id: 7, title: 'T', awardTime: '21.11.2026' }]));
  const result = await examined();
  expect(result.hasError).toBe(false);
  expect(linesOf(result, 'backend /enterprise-honor/list')).toEqual([
    'warning backend /enterprise-honor/list zh, en: records: 1, problems: 1',
    'record 7: awardTime: is not an ISO 8601 date or a number of milliseconds',
  ]);
});

it('the doctor names a record that is left out before lost fields', async () => {
  const invalid = Array.from({ length: 9 }, (_one, id) => ({ id, title: 'T', awardTime: 'soon' }));
  fake.override(PATHS.honours, data([...invalid, { id: 99 }]));
  const lines = linesOf(await examined(), 'backend /enterprise-honor/list');
  expect(lines[1]).toBe('record 99 is left out: title: is missing');
});

it('the doctor warns of a missing total of articles', async () => {
  const list = Array.from({ length: 10 }, (_one, id) => ({ id, title: 'T', columnCode: 'Press Room' }));
  fake.override(PATHS.articles, data({ list }));
  expect(linesOf(await examined(), 'backend /article/page').slice(0, 2)).toEqual([
    expect.stringMatching(/^warning .* problems: 1$/u),
    'record total: is missing or not a whole number; only the first page is shown',
  ]);
});

/** Mock of the five calls that every site needs. */
const FIVE_CALLS: Record<string, unknown> = {
  [PATHS.menu]: [{ id: 1, code: 'About Us', name: 'About us', haveDetail: true }],
  [PATHS.group]: { name: 'Example Group' },
  [PATHS.common]: [{ id: 1, remarkContent: '<p>We invest.</p>' }],
  [PATHS.home]: { title: 'Welcome' },
  [PATHS.homeComponents]: { list: [{ id: 1, componentCode: 'intro', title: 'About us' }], total: 1 },
};

it('the doctor with --backend accepts a backend of five calls if nothing needs the others', async () => {
  for (const path of Object.values(PATHS)) fake.override(path, { status: 404 });
  for (const [path, content] of Object.entries(FIVE_CALLS)) fake.override(path, data(content));
  const result = await examineBackend({
    API_BASE_URL: fake.url,
    DATABASE_URL: 'none',
    NODE_ENV: 'production',
  });
  expect(result.lines.filter((line) => line.startsWith('error'))).toEqual([]);
  expect(result.hasError).toBe(false);
  for (const path of Object.values(PATHS).filter((one) => one !== PATHS.search))
    expect(linesOf(result, `backend ${path.replace(OPEN, '')} `)).toEqual(
      FIVE_CALLS[path]
        ? [expect.stringMatching(/^ok .* zh: /u), expect.stringMatching(/^ok .* en: /u)]
        : [
            expect.stringMatching(
              /^ok .* zh, en: not called: no menu item, home block or article that could be read needs it$/u,
            ),
          ],
    );
  expect(linesOf(result, 'backend /article/getLike')).toEqual([
    expect.stringMatching(/^warning .* zh, en: badStatus: /u),
    'until it succeeds, a search finds no articles, and is an error page if no page matches',
  ]);
});

it('the doctor with --backend says what visitors see after a failure, and names the codes of common data', async () => {
  fake.override(PATHS.reports, { status: 404 });
  fake.override(PATHS.common, ({ query }) =>
    ['Core Values', 'Empty Shelf'].includes(query.get('componentCode') ?? '') ? data(null) : undefined,
  );
  const result = await examineBackend({ API_BASE_URL: fake.url });
  expect(result.hasError).toBe(true);
  expect(linesOf(result, 'backend /report/list')).toEqual([
    expect.stringContaining('answered 404. The backend does not have this path, or does not send []'),
    'until it succeeds, pages with this section are error pages, also the home page if it has a block of it',
  ]);
  expect(linesOf(result, 'backend /common/code')[0]).toContain(
    'zh, en: componentCode Core Values, Empty Shelf: noData: /admin-api/ow/open/common/code: data is missing or null',
  );
  expect(linesOf(result, 'backend /article/page')[0]).toMatch(/^ok/u);
});

it('the doctor reports that the common data of a contact page fails', async () => {
  fake.override(PATHS.common, ({ query }) =>
    query.get('componentCode') === 'Contact Us' ? code(500) : undefined,
  );
  expect(linesOf(await examined(), 'backend /common/code')[0]).toMatch(
    /^error .* zh, en: componentCode Contact Us: backendCode: /u,
  );
});

it('the doctor reports an empty menu as an error', async () => {
  fake.override(PATHS.menu, data([]));
  expect(linesOf(await examined(), 'backend /column/list')).toEqual([
    'error backend /column/list zh, en: the menu is empty: only the home page and the search exist',
  ]);
});

it('the doctor names the id of a missing article that a list contains', async () => {
  fake.override(PATHS.article, data(null));
  expect(linesOf(await examined(), 'backend /article/get')[0]).toMatch(
    /^error .* zh, en: id p1, which a list contains: noArticle: /u,
  );
});

it('the doctor reads the common data of no other code after a timeout', async () => {
  fake.override(PATHS.common, { hang: true });
  fake.clearRequests();
  await examineBackend({ API_BASE_URL: fake.url, API_TIMEOUT_MS: '300' });
  expect(fake.calls(PATHS.common, 'zh')).toBe(1);
});

it('the doctor names a text beyond the limits before other problems', async () => {
  const record = { id: 7, title: 'T', remarkContent: '<input>' };
  const deep = { ...record, id: 8, remarkContent: '<div>'.repeat(600) };
  fake.override(PATHS.common, ({ query }) =>
    data(query.get('componentCode') === 'Core Values' ? [record, deep] : []),
  );
  const [, first, second] = linesOf(await examined(), 'backend /common/code');
  expect(first).toBe('record 8: remarkContent: more than 512 nested tags; shown as plain lines');
  expect(second).toBe('record 7: removed <input>');
});

it('the doctor reports menu items that exist in one language only', async () => {
  fake.override(PATHS.menu, ({ language }) =>
    data([
      { id: 1, code: 'About Us', haveDetail: true },
      { id: 2, code: language === 'zh' ? 'Culture' : 'Careers', haveDetail: true },
    ]),
  );
  expect(linesOf(await examined(), 'menus')).toEqual([
    'warning menus 2 items in Chinese, 2 in English; not in both languages:',
    'Culture is only in zh',
    'Careers is only in en',
  ]);
});

it('the doctor reports each invalid response without control characters', async () => {
  const failing: [string, Reply, string][] = [
    [PATHS.group, code(1001, '\u001b[2J\u202Egone'), 'answered code 1001'],
    [PATHS.declare, data({ enabled: 'yes' }), 'noData: /.*/getOne: enabled: is not true or false$'],
    [PATHS.honours, { hang: true }, 'timeout'],
    [PATHS.reports, { body: '<html>' }, 'notJson'],
  ];
  for (const [path, reply] of failing) fake.override(path, reply);
  const result = await examined({ API_TIMEOUT_MS: '1000' });
  expect(result.hasError).toBe(true);
  for (const [path, , text] of failing)
    expect(linesOf(result, `backend ${path.replace(OPEN, '')}`)[0]).toMatch(
      new RegExp(`^error .* zh, en: .*${text}`, 'u'),
    );
  expect(linesOf(result, 'backend /article/page')[0]).toMatch(/^ok/u);
  expect(result.out).not.toContain('\u001b');
  expect(result.out).not.toContain('\u202e');
});

it('the doctor reports an unreachable backend once', async () => {
  fake.goDown();
  const result = await examined();
  expect(result.lines.filter((line) => line.startsWith('error'))).toEqual([
    expect.stringMatching(/^error +backend \/column\/list +zh, en: unreachable/u),
  ]);
  expect(linesOf(result, 'backend /column/list')[2]).toBe('no other path is called without a menu');
});
