import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  code,
  data,
  type FakeBackend,
  PATHS,
  type Reply,
  startFakeBackend,
} from '../support/fake-backend.ts';
import { doctor, linesOf } from './support.ts';

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
  for (const path of Object.values(PATHS))
    for (const language of ['zh', 'en'] as const)
      expect([path, language, fake.calls(path, language) > 0]).toEqual([path, language, true]);
  expect(fake.lastHeaders(PATHS.menu)['x-tenant']).toBe('t');
  const line = expect.stringMatching(/^ok backend \/event\/list (?:zh|en): \d+ ms, \d+ records$/u);
  expect(linesOf(result, 'backend /event/list')).toEqual([line, line]);
});

it('the doctor reports each dropped record with the reason', async () => {
  fake.override(PATHS.honours, data(Array.from({ length: 30 }, (_one, id) => ({ id }))));
  fake.override(PATHS.events, data([{ id: 7, eventTime: '2020-01-01' }, { eventTime: 'soon' }]));
  const result = await examined();
  expect(result.hasError).toBe(false);
  const events = linesOf(result, 'backend /event/list');
  expect(events[0]).toMatch(/^warning .* zh: .* 2 records, 2 invalid$/u);
  expect(events[1]).toContain('record 7: title:');
  expect(events[2]).toMatch(/record without id: .*eventTime: is not a time/u);
  expect(linesOf(result, 'backend /enterprise-honor/list')).toContain('and 22 more');
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
    [PATHS.declare, data(null), 'noData'],
    [PATHS.honours, { hang: true }, 'timeout'],
    [PATHS.reports, { body: '<html>' }, 'notJson'],
  ];
  for (const [path, reply] of failing) fake.override(path, reply);
  const result = await examined({ API_TIMEOUT_MS: '1000' });
  expect(result.hasError).toBe(true);
  for (const [path, , text] of failing)
    expect(linesOf(result, `backend ${path.replace(OPEN, '')}`)).toEqual([
      expect.stringMatching(new RegExp(`^error .* zh, en: .*${text}`, 'u')),
    ]);
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
});
