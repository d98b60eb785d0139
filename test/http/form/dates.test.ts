import { afterEach, describe, expect, it, vi } from 'vitest';
import { apply, arrive, formSiteForFile, saidOf, visitorForFile } from './form-site.ts';
import { controlOf } from './read-form.ts';

const site = formSiteForFile();
const client = visitorForFile(site);

const SPELLINGS = [
  ['2020-01-02', '2020-01-02'],
  ['2020-1-2', '2020-01-02'],
  ['2020/1/2', '2020-01-02'],
  ['2020/01/02', '2020-01-02'],
  ['2020.1.2', '2020-01-02'],
  ['2020年1月2日', '2020-01-02'],
  ['2020 年 01 月 02 日', '2020-01-02'],
  [' 2020-01-02 ', '2020-01-02'],
  ['２０２０／１／２', '2020-01-02'],
  ['2020-02-29', '2020-02-29'],
  ['1898-12-31', '1898-12-31'],
] as const;

const NONE = [
  '2021-02-29',
  '2020-13-01',
  '2020-00-10',
  '2020-01-32',
  '2020-1',
  '2020',
  '02/01/2020',
  '20200102',
  'yesterday',
  '2020-01-02T00:00',
  '2020-01/02',
  '20-01-02',
  '12020-01-02',
  '-2020-01-02',
];

describe('date of establishment', () => {
  it.each(SPELLINGS)('accepts %s and stores %s', async (typed, stored) => {
    const { fields } = await apply(site(), await arrive(site()), { fields: { establishmentDate: typed } });
    expect(fields.establishmentDate).toBe(stored);
  });

  it.each(NONE)('refuses %s', async (typed) => {
    expect(await saidOf(client(), 'establishmentDate', typed)).toEqual([
      'Enter a real date, for example 2020-01-31',
    ]);
  });

  it.each(['2020年13月1日', '31.12.2020', 'yesterday'])(
    'shows an invalid date as typed: %s',
    async (typed) => {
      const { main } = await client().post({ fields: { establishmentDate: typed } });
      const attributes = controlOf(main, 'establishmentDate')?.attributes;
      expect(attributes).toMatchObject({ type: 'text', value: typed });
    },
  );

  it('is a date input otherwise', async () => {
    const { main } = await (await arrive(site())).get();
    expect(controlOf(main, 'establishmentDate')?.attributes.type).toBe('date');
  });
});

describe('today in Asia/Shanghai', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['2026-11-20T15:59:00Z', '2026-11-20', '2026-11-21'],
    ['2026-11-20T16:01:00Z', '2026-11-21', '2026-11-22'],
  ])('at %s is %s: %s is in the future', async (now, today, tomorrow) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    const own = await arrive(site());
    const { main } = await own.get();
    expect(controlOf(main, 'establishmentDate')?.attributes.max).toBe(today);
    expect(await saidOf(own, 'establishmentDate', today)).toEqual([]);
    expect(await saidOf(own, 'establishmentDate', tomorrow)).toEqual([
      'The date must be today or in the past',
    ]);
    expect(await saidOf(own, 'establishmentDate', '9999-12-31')).toHaveLength(1);
  });
});
