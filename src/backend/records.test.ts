import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Fault } from '../content/menu-items.ts';
import { checkRecord, readObject, readOptionalRecords, readRecords } from './records.ts';

const schema = z.object({ id: z.union([z.string(), z.number()]), title: z.string().min(1) });
const good = { id: 1, title: 'a' };

describe('a record', () => {
  it('that is right comes back without what the schema does not know', () => {
    expect(checkRecord(schema, { ...good, more: 1 })).toEqual(good);
  });

  it.each([
    [{ id: 7 }, '7'],
    [{ id: 'x', title: '' }, 'x'],
    [{ title: 'a' }, 'without id'],
    [{ id: {}, title: 'a' }, 'without id'],
    [null, 'without id'],
    ['text', 'without id'],
  ])('that is wrong, %j, is a fault of record %s', (raw, record) => {
    expect(checkRecord(schema, raw)).toEqual({ record, fault: expect.stringMatching(/^[\w.]+: .+/u) });
  });

  it('names all that is wrong in one line', () => {
    expect(checkRecord(schema, {})).toMatchObject({
      fault: expect.stringMatching(/^id: [^\n]+; title: [^\n]+$/u),
    });
  });
});

describe('a list', () => {
  it('drops a bad record alone, in order, and tells', () => {
    const faults: Fault[] = [];
    const list = readRecords(schema, [good, { id: 2 }, null, { id: 3, title: 'c' }], faults);
    expect(list).toEqual([good, { id: 3, title: 'c' }]);
    expect(faults.map(({ record }) => record)).toEqual(['2', 'without id']);
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
    const faults: Fault[] = [];
    expect(readOptionalRecords(schema, [{ id: 2 }, good], faults)).toEqual([good]);
    expect(faults).toHaveLength(1);
  });
});

describe('a single object', () => {
  it('that is right comes back', () => {
    expect(readObject(schema, good)).toEqual(good);
  });

  it.each([{}, { id: 1, title: '' }, null, [], 'text'])('like %j is no data', (raw) => {
    expect(() => readObject(schema, raw)).toThrow(expect.objectContaining({ kind: 'noData', status: 500 }));
  });
});
