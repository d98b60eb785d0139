import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { RecordProblem } from '../content/menu/menu-items.ts';
import { readObject, readOptionalRecords, readRecord, readRecords } from './records.ts';

const schema = z.object({ id: z.union([z.string(), z.number()]), title: z.string().min(1) });
const good = { id: 1, title: 'a' };

function problemsOf(raw: unknown): RecordProblem[] {
  const problems: RecordProblem[] = [];
  expect(readRecord(schema, raw, problems)).toBeUndefined();
  return problems;
}

describe('a record', () => {
  it('that is right comes back without what the schema does not know', () => {
    expect(readRecord(schema, { ...good, more: 1 }, [])).toEqual(good);
  });

  it.each([
    [{ id: 7 }, '7'],
    [{ id: 'x', title: '' }, 'x'],
    [{ title: 'a' }, 'without id'],
    [{ id: {}, title: 'a' }, 'without id'],
    [null, 'without id'],
    ['text', 'without id'],
  ])('that is wrong, %j, is a problem of record %s', (raw, record) => {
    expect(problemsOf(raw)).toEqual([{ record, problem: expect.stringMatching(/^[\w.]+: .+/u) }]);
  });

  it('names all that is wrong in one line', () => {
    expect(problemsOf({})).toMatchObject([
      { problem: expect.stringMatching(/^id: [^\n]+; title: [^\n]+$/u) },
    ]);
  });
});

describe('a list', () => {
  it('drops a bad record alone, in order, and tells', () => {
    const problems: RecordProblem[] = [];
    const list = readRecords(schema, [good, { id: 2 }, null, { id: 3, title: 'c' }], problems);
    expect(list).toEqual([good, { id: 3, title: 'c' }]);
    expect(problems.map(({ record }) => record)).toEqual(['2', 'without id']);
  });

  it('that is empty is data', () => {
    expect(readRecords(schema, [], [])).toEqual([]);
  });

  it.each([undefined, null, {}, 'text', 0, { length: 0 }])('where %j stands is no data', (raw) => {
    expect(() => readRecords(schema, raw, [])).toThrow(expect.objectContaining({ kind: 'noData' }));
  });

  it.each([undefined, null, '', {}])('that may be missing is empty for %j', (raw) => {
    expect(readOptionalRecords(schema, raw, [])).toEqual([]);
  });

  it('that may be missing drops a bad record alone, too', () => {
    const problems: RecordProblem[] = [];
    expect(readOptionalRecords(schema, [{ id: 2 }, good], problems)).toEqual([good]);
    expect(problems).toHaveLength(1);
  });
});

describe('a single object', () => {
  it('that is right comes back', () => {
    expect(readObject(schema, good, [])).toEqual(good);
  });

  it.each([{}, { id: 1, title: '' }, null, [], 'text'])('like %j is no data', (raw) => {
    expect(() => readObject(schema, raw, [])).toThrow(
      expect.objectContaining({ kind: 'noData', status: 500 }),
    );
  });
});
