import { expect, it } from 'vitest';
import * as z from 'zod';
import type { RecordProblem } from '../menu/menu.ts';
import { LIST_LIMITS, readObject, readOptionalRecords, readRecord, readRecords } from './parsers.ts';

const schema = z.object({ id: z.union([z.string(), z.number()]), title: z.string().min(1) });
const good = { id: 1, title: 'a' };

function problemsOf(raw: unknown): RecordProblem[] {
  const problems: RecordProblem[] = [];
  expect(readRecord(schema, raw, problems)).toBeUndefined();
  return problems;
}

it.each([
  [{ id: 7 }, '7'],
  [{ id: 'x', title: '' }, 'x'],
  [{ id: {}, title: 'a' }, 'without id'],
  [null, 'without id'],
])('reports the invalid record %j with the id %s', (raw, record) => {
  expect(problemsOf(raw)).toMatchObject([{ record, problem: expect.stringMatching(/^[\w.]+: .+/u) }]);
});

it('drops only the invalid records of a list', () => {
  const problems: RecordProblem[] = [];
  const list = readRecords(schema, [good, { id: 2 }, null, { id: 3, title: 'c' }], problems);
  expect(list).toEqual([good, { id: 3, title: 'c' }]);
  expect(problems.map(({ record }) => record)).toEqual(['2', 'without id']);
});

it.each([undefined, null, { length: 0 }])('rejects %j instead of a list', (raw) => {
  expect(() => readRecords(schema, raw, [])).toThrow(expect.objectContaining({ kind: 'noData' }));
});

it.each([undefined, null, '', {}])('reads %j as an empty optional list', (raw) => {
  expect(readOptionalRecords(schema, raw, [])).toEqual([]);
});

it.each([
  ['tags', '<', LIST_LIMITS.tags],
  ['lines', '\n', LIST_LIMITS.tags],
  ['addresses', 'src=', LIST_LIMITS.addresses],
  ['characters', '&', LIST_LIMITS.characters],
])('rejects a list whose records have too many %s in total', (_what, one, limit) => {
  const half = { id: 7, title: one.repeat(limit / 2 + 1) };
  expect(readRecords(schema, [half], [])).toEqual([half]);
  const read = () => readRecords(schema, [half, { ...half, id: 8 }], []);
  expect(read).toThrow(
    expect.objectContaining({ kind: 'tooLarge', detail: expect.stringMatching(/^record 8: /u) }),
  );
});

it('does not count the characters of pasted images', () => {
  const title = `<img src="data:image/png;base64,${'A'.repeat(LIST_LIMITS.characters)}">`;
  expect(readRecords(schema, [{ id: 7, title }], [])).toHaveLength(1);
});

it('rejects a list with too many records', () => {
  const list = Array.from({ length: LIST_LIMITS.records + 1 }, () => good);
  expect(() => readRecords(schema, list, [])).toThrow(expect.objectContaining({ kind: 'tooLarge' }));
});

it.each([{ id: 1, title: '' }, null, []])('rejects the object %j', (raw) => {
  expect(() => readObject(schema, raw, [])).toThrow(expect.objectContaining({ kind: 'noData', status: 500 }));
});
