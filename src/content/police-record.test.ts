import { expect, it } from 'vitest';
import { policeRecordHref } from './police-record.ts';

it.each([
  ['浙公网安备33010002000001号', '33010002000001'],
  ['浙公网安备 3301 0002 000001 号', '33010002000001'],
  ['浙公网安备３３０１０００２０００００１号', '33010002000001'],
  ['33010002000001" onclick="x', '33010002000001'],
])('the record %s is looked up by its digits', (record, digits) => {
  expect(policeRecordHref(record)).toBe(`https://beian.mps.gov.cn/#/query/webSearch?code=${digits}`);
});

it.each(['', '浙公网安备号', 'applied for'])('a record without digits (%j) has no link', (record) => {
  expect(policeRecordHref(record)).toBeUndefined();
});
