import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sectionKinds } from '../../src/content/menu/sections.ts';
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
/** An article of the default content names a picture on an unreachable host. */
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
  it('calls all paths in both languages with the headers of the site', async () => {
    const result = await examined();
    expect(linesAt(result, 'error')).toEqual([]);
    expect(result.status).toBe(0);
    for (const path of Object.values(PATHS)) {
      for (const language of ['zh', 'en'] as const) {
        expect([path, language, fake.calls(path, language) > 0]).toEqual([path, language, true]);
        const row = linesOf(result, `backend ${language} ${path.replace(OPEN, '')}`);
        expect(row[0]).toMatch(/^(?:ok|warning) backend .* \d+ ms, \d+ records/u);
      }
    }
    expect(fake.lastHeaders(PATHS.menu)['x-tenant']).toBe('t');
    expect(linesOf(result, 'home page zh')[0]).toMatch(/^ok home page zh \d{4,} bytes, “.+”$/u);
    expect(linesOf(result, 'assets en')[0]).toMatch(/^ok assets en \d of \d+ fetched$/u);
    expect(linesOf(result, 'asset hosts en')).toEqual(['ok asset hosts en all are allowed']);
  });
});

describe('the doctor with assets on other hosts', () => {
  const elsewhere = (url: string) =>
    fake.override(PATHS.reports, data([{ id: 1, title: 'R', fileUrl: url, picUrl: url }]));

  it('names refused hosts with the reason', async () => {
    elsewhere('http://10.0.0.9/plan.pdf');
    const rows = linesOf(await examined(), 'asset hosts zh');
    expect(rows).toEqual([
      'warning asset hosts zh 1 not allowed: pictures are left out, files are plain links',
      '10.0.0.9: no public address',
    ]);
    const closed = await doctor({ API_BASE_URL: fake.url, API_TIMEOUT_MS: '500', ASSET_HOSTS: '' });
    expect(linesOf(closed, 'asset hosts zh')[1]).toBe('10.0.0.9: not in ASSET_HOSTS');
  });
});

describe('the doctor with invalid data', () => {
  it('names each dropped record with the reason, and counts those that it does not print', async () => {
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
    const events = linesOf(result, 'backend zh /event/list');
    expect(events[0]).toMatch(/^warning .* 2 invalid:$/u);
    expect(events[1]).toContain('record 7: title:');
    expect(events[2]).toMatch(/record without id: .*id:.*eventTime: is not a time/u);
    expect(linesOf(result, 'backend en /column/list').join()).toContain('record 99: code:');
    expect(linesOf(result, 'backend zh /column/list').join()).not.toContain('record 99');
    const honours = linesOf(result, 'backend zh /enterprise-honor/list');
    expect(honours).toHaveLength(10);
    expect(honours.at(-1)).toBe('and 22 more');
  });

  it('names sections without a menu item', async () => {
    fake.override(PATHS.menu, data([{ id: 1, code: 'About Us', haveDetail: true }]));
    const result = await examined();
    expect(linesOf(result, 'menu zh')[0]).toBe(
      `warning menu zh 1 items, none for: ${sectionKinds.join(', ')}`,
    );
  });
});

describe('the doctor with a failing backend', () => {
  it('reports each response that the site cannot use, without control characters', async () => {
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
      expect(linesOf(result, `backend zh ${path.replace(OPEN, '')}`)[0]).toMatch(
        new RegExp(`^error .*${text}`, 'u'),
      );
    expect(linesOf(result, 'backend zh /article/page')[0]).toMatch(/^ok/u);
    expect(result.out).not.toContain('\u001b');
    expect(result.out).not.toContain('\u202e');
  });

  it('reports missing files, and files of a type that the site does not serve', async () => {
    await examined();
    const named = fake.requests().filter(({ path }) => path.startsWith('/assets/'));
    for (const { path } of named)
      fake.override(path, { headers: { 'Content-Type': 'application/json' }, body: '{}' });
    fake.override(named[0]?.path ?? '', { status: 404 });
    const row = linesOf(await examined(), 'assets zh').join();
    expect(row).toMatch(/^error .*cannot be fetched/u);
    expect(row).toContain('answered 404');
    expect(row).toContain('not a file: application/json');
  });

  /** Articles are asked for by what the menu and the lists name. */
  it('reports an unreachable backend at every path and checks the rest', async () => {
    fake.goDown();
    const result = await examined();
    expect(result.status).toBe(1);
    expect(linesAt(result, 'error').filter((line) => line.includes('backend zh'))).toHaveLength(
      Object.keys(PATHS).length - 2,
    );
    expect(linesOf(result, 'backend en /group/get')[0]).toMatch(/unreachable/u);
    expect(linesOf(result, 'home page zh')[0]).toMatch(/^error/u);
    expect(linesOf(result, 'captcha')[0]).toMatch(/^ok/u);
  });
});
