import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
/** Replaces the default article, whose picture is on an unreachable host. */
beforeEach(() => {
  fake.override(PATHS.article, data({ id: 'p1', title: '桥 Bridge', content: '<p>x</p>' }));
});
afterEach(() => {
  fake.comeUp();
  fake.restore();
});
afterAll(() => fake.close());

const OPEN = '/admin-api/ow/open';

const examined = () =>
  doctor({ API_BASE_URL: fake.url, API_TIMEOUT_MS: '500', API_HEADERS: '{"X-Tenant":"t"}' });
const linesAt = ({ lines }: { lines: string[] }, level: string) =>
  lines.filter((line) => line.startsWith(`${level} `)).map((line) => line.replace(/ {2,}/gu, ' '));

describe('the doctor with a valid backend', () => {
  it('the doctor requests all paths in both languages with the headers of the site', async () => {
    const result = await examined();
    expect(linesAt(result, 'error')).toEqual([]);
    expect(result.status).toBe(0);
    for (const path of Object.values(PATHS)) {
      for (const language of ['zh', 'en'] as const) {
        expect([path, language, fake.calls(path, language) > 0]).toEqual([path, language, true]);
      }
    }
    expect(fake.lastHeaders(PATHS.menu)['x-tenant']).toBe('t');
    expect(linesOf(result, 'backend /event/list')[0]).toMatch(
      /^ok backend \/event\/list zh(?:: .*;|,) en: \d+ ms, \d+ records$/u,
    );
    expect(linesOf(result, 'assets')[0]).toMatch(/^ok assets \d of \d+ fetched$/u);
  });
});

describe('the doctor with assets on other hosts', () => {
  const elsewhere = (url: string) =>
    fake.override(PATHS.reports, data([{ id: 1, title: 'R', fileUrl: url, picUrl: url }]));

  it('the doctor reports assets on hosts that are not allowed', async () => {
    elsewhere('http://10.0.0.9/plan.pdf');
    expect(linesOf(await examined(), 'assets')).toEqual([
      expect.stringMatching(/^warning assets .* 1 failed: check ASSET_HOSTS/u),
      'http://10.0.0.9/plan.pdf: refusedAsset: 10.0.0.9 is not an allowed host',
    ]);
  });
});

describe('the doctor with invalid data', () => {
  it('the doctor reports each dropped record with the reason', async () => {
    fake.override(PATHS.honours, data(Array.from({ length: 30 }, (_one, id) => ({ id }))));
    fake.override(
      PATHS.events,
      data([
        { id: 7, eventTime: '2020-01-01' },
        { title: 'x', eventTime: 'soon' },
      ]),
    );
    fake.override(PATHS.menu, ({ language }) =>
      language === 'en' ? data([...fake.content.en.menu, { id: 99, name: '无码' }]) : undefined,
    );
    const result = await examined();
    expect(result.status).toBe(0);
    const events = linesOf(result, 'backend /event/list');
    expect(events[0]).toMatch(/^warning .* 2 records, 2 invalid$/u);
    expect(events[1]).toContain('zh record 7: title:');
    expect(events[2]).toMatch(/zh record without id: .*id:.*eventTime: is not a time/u);
    const menu = linesOf(result, 'backend /column/list').join();
    expect(menu).toContain('en record 99: code:');
    expect(menu).not.toContain('zh record 99');
    const honours = linesOf(result, 'backend /enterprise-honor/list');
    expect(honours).toHaveLength(10);
    expect(honours.at(-1)).toBe('and 52 more');
  });

  it('the doctor reports menu items that exist in one language only', async () => {
    fake.override(PATHS.menu, ({ language }) =>
      data([
        { id: 1, code: 'About Us', haveDetail: true },
        { id: 2, code: language === 'zh' ? 'Culture' : 'Careers', haveDetail: true },
      ]),
    );
    const { lines } = await examined();
    expect(linesOf({ lines }, 'menus')).toEqual([
      'warning menus 2 items in Chinese, 2 in English; not in both languages:',
      'Culture is only in zh',
      'Careers is only in en',
    ]);
    expect(lines.filter((line) => line.endsWith('no item has the application form'))).toHaveLength(2);
  });
});

describe('the doctor with a failing backend', () => {
  it('the doctor reports each invalid response without control characters', async () => {
    const failing: [string, Reply, string][] = [
      [PATHS.group, code(1001, '\u001b[2J\u202Egone'), 'answered code 1001'],
      [PATHS.declare, data(null), 'noData'],
      [PATHS.events, code(403, 'who are you'), 'answered code 403: who are you'],
      [PATHS.honours, { hang: true }, 'timeout'],
      [PATHS.reports, { body: '<html>' }, 'notJson'],
    ];
    for (const [path, reply] of failing) fake.override(path, reply);
    const result = await examined();
    expect(result.status).toBe(1);
    for (const [path, , text] of failing)
      expect(linesOf(result, `backend ${path.replace(OPEN, '')}`)[0]).toMatch(
        new RegExp(`^error .* zh, en: .*${text}[^;]*$`, 'u'),
      );
    expect(linesOf(result, 'backend /article/page')[0]).toMatch(/^ok/u);
    expect(result.out).not.toContain('\u001b');
    expect(result.out).not.toContain('\u202e');
  });

  it('the doctor reports missing files and unsupported file types', async () => {
    await examined();
    const named = fake.requests().filter(({ path }) => path.startsWith('/assets/'));
    for (const { path } of named)
      fake.override(path, { headers: { 'Content-Type': 'application/json' }, body: '{}' });
    fake.override(named[0]?.path ?? '', { status: 404 });
    const row = linesOf(await examined(), 'assets').join();
    expect(row).toMatch(/^warning .* failed/u);
    expect(row).toContain('answered 404');
    expect(row).toContain('not a file: application/json');
  });

  it('the doctor reports an unreachable backend once', async () => {
    fake.goDown();
    const result = await examined();
    expect(result.status).toBe(1);
    expect(linesAt(result, 'error')).toEqual([
      expect.stringMatching(/^error backend \/column\/list zh, en: unreachable/u),
    ]);
  });
});
