import pino from 'pino';
import { expect, it } from 'vitest';
import { createRecordLog } from './sources.ts';

type Line = { level: number; path: string; record: string; problem: string };
const PATH = '/column/list';
const PROBLEM = { record: '7', problem: 'title: missing' };
const WARN = 40;

function logging() {
  const lines: Line[] = [];
  const log = pino(
    { level: 'trace' },
    { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
  );
  return { lines, report: createRecordLog(log) };
}

it('logs at most a hundred problems per response', () => {
  const { lines, report } = logging();
  const problems = Array.from({ length: 100_000 }, (_, id) => ({ ...PROBLEM, record: `${id}` }));
  for (const _time of [1, 2]) report(PATH, [], problems);
  expect(lines).toHaveLength(100);
});

it('logs each problem of a response only once', () => {
  const { lines, report } = logging();
  report(PATH, [1], []);
  for (const answer of [[{ id: 7 }], [{ id: 7 }]])
    report(PATH, answer, [PROBLEM, { ...PROBLEM, record: '8' }, PROBLEM]);
  expect(lines).toHaveLength(2);
  expect(lines).toMatchObject([{ level: WARN, path: PATH, ...PROBLEM }, { record: '8' }]);
});

it.each<[name: string, ...Parameters<ReturnType<typeof createRecordLog>>]>([
  ['another response', PATH, [2], [PROBLEM]],
  ['another problem', PATH, [1], [{ ...PROBLEM, problem: 'id: missing' }]],
])('logs a known problem again for %s', (_name, path, data, problems) => {
  const { lines, report } = logging();
  report(PATH, [1], [PROBLEM]);
  report(path, data, problems);
  expect(lines).toHaveLength(2);
});
