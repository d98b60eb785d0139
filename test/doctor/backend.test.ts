import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sectionKinds } from '../../src/content/menu/sections.ts';
import { code, data, type FakeBackend, PATHS, startFakeBackend } from '../support/fake-backend.ts';
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
        const row = linesOf(result, `backend ${language} ${path.replace('/admin-api/ow/open', '')}`);
        expect(row[0]).toMatch(/^(?:ok|warning) backend .* \d+ ms, \d+ records/u);
      }
    }
    expect(fake.lastHeaders(PATHS.menu)['x-tenant']).toBe('t');
    expect(linesOf(result, 'home page zh')[0]).toMatch(/^ok home page zh \d{4,} bytes, “.+”$/u);
    expect(linesOf(result, 'assets en')[0]).toMatch(/^ok assets en \d of \d+ fetched$/u);
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

  it('accepts assets on the host of the backend', async () => {
    const result = await examined();
    expect(linesOf(result, 'asset hosts en')).toEqual(['ok asset hosts en all are allowed']);
  });
});

describe('the doctor with invalid data', () => {
  it('names each dropped record with the reason', async () => {
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
  });

  it('counts the details that it does not print', async () => {
    fake.override(PATHS.honours, data(Array.from({ length: 30 }, (_one, id) => ({ id }))));
    const rows = linesOf(await examined(), 'backend zh /enterprise-honor/list');
    expect(rows).toHaveLength(10);
    expect(rows.at(-1)).toBe('and 22 more');
  });

  it('removes control characters', async () => {
    fake.override(PATHS.group, code(1001, '\u001b[2J\u202Egone'));
    const { out } = await examined();
    expect(out).toContain('answered code 1001');
    expect(out).not.toContain('\u001b');
    expect(out).not.toContain('\u202e');
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
  it.each([
    ['no data', data(null), 'noData'],
    ['a code', code(403, 'who are you'), 'answered code 403: who are you'],
    ['silence', { hang: true }, 'timeout'],
    ['no JSON', { body: '<html>' }, 'notJson'],
  ])('reports %s', async (_name, reply, text) => {
    fake.override(PATHS.declare, reply);
    const result = await examined();
    expect(result.status).toBe(1);
    expect(linesOf(result, 'backend zh /component-library/getOne')[0]).toMatch(
      new RegExp(`^error .*${text}`, 'u'),
    );
    expect(linesOf(result, 'backend zh /event/list')[0]).toMatch(/^ok/u);
  });

  it('reports missing files', async () => {
    fake.override('/assets/pic.png', { status: 404 });
    for (const { path } of fake.requests())
      if (path.startsWith('/assets/')) fake.override(path, { status: 404 });
    const result = await examined();
    expect(linesOf(result, 'assets zh').join()).toMatch(/^error .*cannot be fetched.*answered 404/u);
  });

  it('reports files of a type that the site does not serve', async () => {
    await examined();
    const named = fake.requests().filter(({ path }) => path.startsWith('/assets/'));
    for (const { path } of named)
      fake.override(path, { headers: { 'Content-Type': 'application/json' }, body: '{}' });
    expect(linesOf(await examined(), 'assets zh').join()).toMatch(/^error .*not a file: application\/json/u);
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
