import { expect, it } from 'vitest';
import { formatIsoTime } from '../../content/time.ts';
import { addTimes } from './all-articles.ts';

const timesOf = (times: (string | undefined)[]): string[] =>
  addTimes(times.map((publishTime, at) => ({ id: `${at}`, title: 't', publishTime }) as never)).map(
    ({ updatedMs }) => formatIsoTime(updatedMs).slice(0, 19),
  );

it.each([
  [['2026-04-16T15:59:59Z'], ['2026-04-16T23:59:59']],
  [
    ['2026-04-16T09:30+08:00', '2026-04-16T08:00+08:00'],
    ['2026-04-16T09:30:00', '2026-04-16T08:00:00'],
  ],
  [['2026-04'], ['2026-04-01T00:00:00']],
  [[undefined], ['1970-01-01T00:00:00']],
])('gives articles published at %j the times %j', (published, times) => {
  expect(timesOf(published)).toEqual(times);
});

it('keeps the order of articles of one day with and without a time', () => {
  const midnight = '2026-04-16T00:00:00+08:00';
  expect(timesOf(['2026-04-17', midnight, '2026-04-16T09:30+08:00', '2026-04-16', '2026-04-16'])).toEqual([
    '2026-04-17T00:00:00',
    '2026-04-16T09:30:01',
    '2026-04-16T09:30:00',
    '2026-04-16T00:00:01',
    '2026-04-16T00:00:00',
  ]);
});

it('changes no time of an article when a new one of the same day precedes it', () => {
  const before = timesOf(['2026-04-16', '2026-04-16']);
  expect(timesOf(['2026-04-16', '2026-04-16', '2026-04-16'])).toEqual(['2026-04-16T00:00:02', ...before]);
});
