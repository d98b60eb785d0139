import { expect, it } from 'vitest';
import { languageOf, policeRecordHref, telephoneHref } from './contact-details.ts';

it.each([
  ['浙ICP备05000000号-1', 'zh-CN'],
  ['Yuanshan', undefined],
])('marks the name %j with the language %s', (name, language) => {
  expect(languageOf(name)).toBe(language);
});

it.each([
  ['+86 571 5550 8800', 'tel:+8657155508800'],
  ['+86 (10) 1234 转 8', 'tel:+86101234;ext=8'],
  ['0571-555 0100 ext. 12', 'tel:05715550100;ext=12'],
  ['5550100x7', 'tel:5550100;ext=7'],
  ['021-1111 / 021-2222', 'tel:0211111'],
  ['400 800，400 900', 'tel:400800'],
])('links the phone number %s to %s', (phone, href) => {
  expect(telephoneHref(phone)).toBe(href);
});

it.each([
  ['浙公网安备 3301 0002 000001 号', '33010002000001'],
  ['浙公网安备３３０１０００２０００００１号', '33010002000001'],
  ['33010002000001" onclick="x', '33010002000001'],
])('links the police record %s by its digits', (record, digits) => {
  expect(policeRecordHref(record)).toBe(`https://beian.mps.gov.cn/#/query/webSearch?code=${digits}`);
});

it('does not link a police record without digits', () => {
  expect(policeRecordHref('浙公网安备号')).toBeUndefined();
});
