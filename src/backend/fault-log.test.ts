import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createFaultLog } from './fault-log.ts';

type Line = { level: number; path: string; record: string; fault: string };
const PATH = '/column/list';
const FAULT = { record: '7', fault: 'title: missing' };
const WARN = 40;

function logging() {
  const lines: Line[] = [];
  const log = pino(
    { level: 'trace' },
    { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
  );
  return { lines, report: createFaultLog(log) };
}

describe('a fault of a record', () => {
  it('is one warning with path, record and fault', () => {
    const { lines, report } = logging();
    report(PATH, [1], [FAULT]);
    expect(lines).toMatchObject([{ level: WARN, path: PATH, ...FAULT }]);
  });

  it('is not told again while the answer stays the same', () => {
    const { lines, report } = logging();
    for (const answer of [[{ id: 7 }], [{ id: 7 }], [{ id: 7 }]]) report(PATH, answer, [FAULT]);
    expect(lines).toHaveLength(1);
  });

  it.each<[name: string, ...Parameters<ReturnType<typeof createFaultLog>>]>([
    ['another answer', PATH, [2], [FAULT]],
    ['another path', '/event/list', [1], [FAULT]],
    ['another record', PATH, [1], [{ ...FAULT, record: '8' }]],
    ['another fault', PATH, [1], [{ ...FAULT, fault: 'id: missing' }]],
  ])('is told for %s', (_name, path, data, faults) => {
    const { lines, report } = logging();
    report(PATH, [1], [FAULT]);
    report(path, data, faults);
    expect(lines).toHaveLength(2);
  });

  it('stands once in a line of its own, each', () => {
    const { lines, report } = logging();
    report(PATH, [1], [FAULT, { ...FAULT, record: '8' }, FAULT]);
    expect(lines.map(({ record }) => record)).toEqual(['7', '8']);
  });
});

describe('an answer without faults', () => {
  it('is not told of', () => {
    const { lines, report } = logging();
    report(PATH, [1], []);
    expect(lines).toEqual([]);
  });
});
