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
  const problems: RecordProblem[] = [];
  expect(runAtOnce(readOptionalRecords(schema, { banners: raw }, 'banners', problems))).toEqual([]);
  expect(problems).toEqual([]);
});

const TIME = 'is not an ISO 8601 date or a number of milliseconds';
const lost = createParsers('zh', { ...passThroughSanitizer, mediaHref: () => undefined });

it.each([
  ['publishTime', '21.11.2026', TIME],
  ['publishTime', '2026/13/40', TIME],
  ['publishTime', true, TIME],
  ['summary', { zh: 'a' }, 'is not a text'],
  ['picUrl', 'C:\\a.png', 'is not the URL of an image, absolute or beginning with /, on an allowed host'],
])('keeps a record and reports that its %s %j is invalid', (field, value, problem) => {
  const problems: RecordProblem[] = [];
  const { list } = runAtOnce(lost.articles({ list: [{ ...good, [field]: value }] }, problems));
  expect(list).toMatchObject([{ id: '1', title: 'a' }]);
  expect(problems).toMatchObject([{ record: '1', problem: `${field}: ${problem}` }]);
  expect(problems[0]?.isLeftOut).toBeUndefined();
});

it.each([undefined, null, '', ' ', {}, [], { id: null, title: '' }])(
  'does not report the missing value %j',
  (value) => {
    const problems: RecordProblem[] = [];
    const fields = ['publishTime', 'summary', 'picUrl', 'previous', 'attachments'];
    const article = { ...good, content: 'a', ...Object.fromEntries(fields.map((field) => [field, value])) };
    runAtOnce(lost.article(article, problems));
    expect(problems).toEqual([]);
  },
);

it('reports a lost value however deeply it is nested', () => {
  const problems: RecordProblem[] = [];
  const summary: unknown = JSON.parse('['.repeat(1_000_000) + ']'.repeat(1_000_000));
  runAtOnce(lost.articles({ list: [{ ...good, summary }] }, problems));
  expect(problems).toMatchObject([{ problem: 'summary: is not a text' }]);
});

it.each([
  ['haveDetail', 'yes', 'true, false, 1 or 0'],
  ['sort', 'first', 'a number'],
])('reports a menu item whose %s is %s', (field, value, expected) => {
  const problems: RecordProblem[] = [];
  runAtOnce(lost.menu([{ id: 1, code: 'News', parentId: 0, [field]: value }], problems));
  expect(problems).toMatchObject([{ record: '1', problem: `${field}: is not ${expected}` }]);
});

it.each([
  [{ id: 1, componentCode: 'carousel', title: 'T' }, false],
  [{ id: 1, componentCode: 'carousel' }, true],
  [{ id: 1, componentCode: 'article', title: 'T' }, true],
])('reports the home block %j as left out: %j', (block, isLeftOut) => {
  const problems: RecordProblem[] = [];
  runAtOnce(lost.homeComponents({ list: [block] }, problems));
  expect(problems).toMatchObject([{ record: '1', isLeftOut }]);
});

it.each([
  [10, undefined, 1],
  [10, 'many', 1],
  [10, '12', 0],
  [9, undefined, 0],
])('a list of %i articles with the total %j has %i problems', (length, total, count) => {
  const problems: RecordProblem[] = [];
  runAtOnce(lost.articles({ list: Array.from({ length }, () => good), total }, problems));
  const problem = 'is missing or not a whole number; only the first page is shown';
  expect(problems).toEqual(Array.from({ length: count }, () => ({ record: 'total', problem })));
});

it('reports an optional list that is not a list', () => {
  const problems: RecordProblem[] = [];
  runAtOnce(lost.home({ title: 'a', banners: { id: 1 } }, problems));
  expect(problems).toMatchObject([{ problem: 'banners: is not a list' }]);
});

it.each([
  [{}, 'enabled: is missing'],
  [{ enabled: 'yes' }, 'enabled: is not true or false'],
  [null, 'record: is missing'],
  ['text', 'record: is not an object'],
])('rejects the intake %j because %s', (raw, detail) => {
  expect(() => runAtOnce(lost.intake(raw, []))).toThrow(
    expect.objectContaining({ kind: 'noData', detail, cause: undefined }),
  );
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
