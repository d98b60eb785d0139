import { expect, it } from 'vitest';
import * as z from 'zod';
import { passThroughSanitizer } from '../../content-folder/check-file.ts';
import { runAtOnce } from '../../lib/async.ts';
import type { RecordProblem } from '../menu/menu.ts';
import {
  createParsers,
  LIST_LIMITS,
  readObject,
  readOptionalRecords,
  readRecord,
  readRecords,
} from './parsers.ts';

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
  const list = runAtOnce(readRecords(schema, [good, { id: 2 }, null, { id: 3, title: 'c' }], problems));
  expect(list).toEqual([good, { id: 3, title: 'c' }]);
  expect(problems.map(({ record }) => record)).toEqual(['2', 'without id']);
});

it('pauses after each record of a list', () => {
  expect([...readRecords(schema, [good, good, { id: 2 }], [])]).toHaveLength(3);
});

it.each([undefined, null, { length: 0 }])('rejects %j instead of a list', (raw) => {
  expect(() => runAtOnce(readRecords(schema, raw, []))).toThrow(expect.objectContaining({ kind: 'noData' }));
});

it.each([undefined, null, '', {}])('reads %j as an empty optional list', (raw) => {
  expect(runAtOnce(readOptionalRecords(schema, raw, []))).toEqual([]);
});

const richSchema = schema.transform((record) => ({ ...record, body: { work: LIST_LIMITS.richWork / 2 } }));
const plainSchema = schema.transform((record) => ({ ...record, body: { work: 0, exceeded: 'plain' } }));

it('reads the records after those with too much text with the plain schema', () => {
  const problems: RecordProblem[] = [];
  const list = [1, 2, 3, 4].map((id) => ({ id, title: 'a' }));
  expect(runAtOnce(readRecords<object>(richSchema, list, problems, plainSchema))).toHaveLength(4);
  expect(problems).toEqual(['3', '4'].map((record) => ({ record, problem: 'body: plain', limit: 'text' })));
});

it('shows texts of common data as plain lines after too much text', () => {
  const html = (text: string) => ({ html: [], text, removed: [], work: LIST_LIMITS.richWork });
  const plainLines = (text: string) => ({ ...html(`lines of ${text}`), exceeded: 'plain' });
  const { common } = createParsers('zh', { ...passThroughSanitizer, html, plainLines });
  const steps = common(
    [1, 2].map((id) => ({ id, remarkContent: `${id}` })),
    [],
  );
  const records = runAtOnce(steps);
  expect(records.map(({ remarkContent }) => remarkContent?.text)).toEqual(['1', 'lines of 2']);
});

it('leaves out the records after those with too much text for plain lines', () => {
  const problems: RecordProblem[] = [];
  const list = [1, 2, 3, 4, 5, 6].map((id) => ({ id, title: 'a' }));
  expect(runAtOnce(readRecords(richSchema, list, problems))).toHaveLength(4);
  expect(problems).toMatchObject([{ record: '5', limit: 'list' }]);
});

it('leaves out the records of a list that is too long', () => {
  const problems: RecordProblem[] = [];
  const list = Array.from({ length: LIST_LIMITS.records + 2 }, (_, id) => ({ id, title: 'a' }));
  expect(runAtOnce(readRecords(schema, list, problems))).toHaveLength(LIST_LIMITS.records);
  expect(problems).toMatchObject([{ record: `${LIST_LIMITS.records}`, limit: 'list' }]);
});

it('reports a text that is shown as plain lines', () => {
  const text = z.string().transform(() => ({ removed: ['<input>'], exceeded: 'more than 9 tags' }));
  const problems: RecordProblem[] = [];
  readRecord(z.object({ id: z.number(), body: text }), { id: 7, body: 'a' }, problems);
  expect(problems).toEqual([
    { record: '7', problem: 'removed <input>' },
    { record: '7', problem: 'body: more than 9 tags', limit: 'text' },
  ]);
});

it.each([{ id: 1, title: '' }, null, []])('rejects the object %j', (raw) => {
  expect(() => runAtOnce(readObject(schema, raw, []))).toThrow(
    expect.objectContaining({ kind: 'noData', status: 500 }),
  );
});
