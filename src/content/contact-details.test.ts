import { expect, it } from 'vitest';
import { languageOf, linkEmails, linkPhones, linkPoliceRecords, type TextPart } from './contact-details.ts';

/** Formats the parts with brackets around the links. */
const show = (parts: TextPart[]) =>
  parts.map(({ text, href }) => (href === undefined ? text : `[${text}](${href})`)).join('');

it.each([
  ['浙ICP备05000000号-1', 'zh-CN'],
  ['Yuanshan', undefined],
])('marks the name %j with the language %s', (name, language) => {
  expect(languageOf(name)).toBe(language);
});

it.each([
  ['+86 571 5550 8800', '[+86 571 5550 8800](tel:+8657155508800)'],
  ['+86 (10) 1234 转 8', '[+86 (10) 1234 转 8](tel:+86101234;ext=8)'],
  ['0571-555 0100 ext. 12', '[0571-555 0100 ext. 12](tel:05715550100;ext=12)'],
  ['0571-88880000（转8001）', '[0571-88880000（转8001](tel:057188880000;ext=8001)）'],
  ['0571-88880000-8003', '[0571-88880000-8003](tel:057188880000;ext=8003)'],
  ['5550100x7', '[5550100x7](tel:5550100;ext=7)'],
  ['400-888-8000', '[400-888-8000](tel:4008888000)'],
  ['+44 (0)20 7946 0958', '[+44 (0)20 7946 0958](tel:+442079460958)'],
  ['０５７１－８８８８００００', '[０５７１－８８８８００００](tel:057188880000)'],
  ['＋８６（１０）１２３４５６７８', '[＋８６（１０）１２３４５６７８](tel:+861012345678)'],
  ['021-1111 / 021-2222', '[021-1111](tel:0211111) / [021-2222](tel:0212222)'],
  ['400 800，400 900', '[400 800](tel:400800)，[400 900](tel:400900)'],
  ['0571-88880000 0571-88880001', '[0571-88880000](tel:057188880000) [0571-88880001](tel:057188880001)'],
  ['13800138000 13900139000', '[13800138000](tel:13800138000) [13900139000](tel:13900139000)'],
  [
    '总机：88880000\n传真 88880001 转 2',
    '总机：[88880000](tel:88880000)\n传真 [88880001 转 2](tel:88880001;ext=2)',
  ],
  ['400-800-9000 (9:00-17:30)', '[400-800-9000](tel:4008009000) (9:00-17:30)'],
  ['按需联系', '按需联系'],
])('links each phone number in %j', (text, shown) => {
  expect(show(linkPhones(text))).toBe(shown);
});

it.each([
  ['a@b.cn', '[a@b.cn](mailto:a@b.cn)'],
  ['招聘hr@b.cn或ir@b.com.cn。', '招聘[hr@b.cn](mailto:hr@b.cn)或[ir@b.com.cn](mailto:ir@b.com.cn)。'],
  ['a@b.cn/c@d.cn', '[a@b.cn](mailto:a@b.cn)/[c@d.cn](mailto:c@d.cn)'],
  ['ａ＠ｂ．ｃｎ', '[ａ＠ｂ．ｃｎ](mailto:a@b.cn)'],
  ['a@远山.中国', '[a@远山.中国](mailto:a@%E8%BF%9C%E5%B1%B1.%E4%B8%AD%E5%9B%BD)'],
  ['a?cc=x@b.cn', '[a?cc=x@b.cn](mailto:a%3Fcc%3Dx@b.cn)'],
])('links each mail address in %j', (text, shown) => {
  expect(show(linkEmails(text))).toBe(shown);
});

it.each([
  ['浙公网安备 3301 0002 000001 号', ['33010002000001']],
  ['浙公网安备３３０１０００２０００００１号', ['33010002000001']],
  ['33010002000001" onclick="x', ['33010002000001']],
  ['浙公网安备33010002000001号、浙公网安备33010002000002号', ['33010002000001', '33010002000002']],
  ['33010002000001 33010002000002', ['33010002000001', '33010002000002']],
  ['浙公网安备号', []],
])('links each police record in %j by its digits', (text, digits) => {
  const parts = linkPoliceRecords(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  const hrefs = parts.flatMap(({ href }) => href ?? []);
  expect(hrefs).toEqual(digits.map((code) => `https://beian.mps.gov.cn/#/query/webSearch?code=${code}`));
});
