import { expect, it } from 'vitest';
import { linkEmails, linkPhones, linkPoliceRecords, type TextPart } from './contact-details.ts';

/** Formats the parts with brackets around the links. */
const show = (parts: TextPart[]) =>
  parts.map(({ text, href }) => (href === undefined ? text : `[${text}](${href})`)).join('');

it.each([
  ['+86 (10) 1234 转 8', '[+86 (10) 1234 转 8](tel:+86101234;ext=8)'],
  ['0571-88880000（转8001）', '[0571-88880000（转8001](tel:057188880000;ext=8001)）'],
  ['+44 (0)20 7946 0958', '[+44 (0)20 7946 0958](tel:+442079460958)'],
  ['（025）88888888 025 8888 8889', '[（025）88888888](tel:02588888888) [025 8888 8889](tel:02588888889)'],
  ['138 0013 8000 139-0013-9000', '[138 0013 8000](tel:13800138000) [139-0013-9000](tel:13900139000)'],
  ['400 800，400 900', '[400 800](tel:400800)，[400 900](tel:400900)'],
  ['400-800-9000 (9:00-17:30)', '[400-800-9000](tel:4008009000) (9:00-17:30)'],
])('links each phone number in %j', (text, shown) => {
  expect(show(linkPhones(text))).toBe(shown);
});

it.each([
  ['招聘hr@b.cn或ir@b.com.cn。', '招聘[hr@b.cn](mailto:hr@b.cn)或[ir@b.com.cn](mailto:ir@b.com.cn)。'],
  ['a@远山.中国', '[a@远山.中国](mailto:a@%E8%BF%9C%E5%B1%B1.%E4%B8%AD%E5%9B%BD)'],
  ['a?cc=x@b.cn', '[a?cc=x@b.cn](mailto:a%3Fcc%3Dx@b.cn)'],
])('links each email address in %j', (text, shown) => {
  expect(show(linkEmails(text))).toBe(shown);
});

it.each([
  ['浙公网安备 3301 0002 000001 号', ['33010002000001']],
  ['33010002000001" onclick="x', ['33010002000001']],
  ['浙公网安备33010002000001号、浙公网安备33010002000002号', ['33010002000001', '33010002000002']],
])('links each police record in %j by its digits', (text, digits) => {
  const parts = linkPoliceRecords(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  const hrefs = parts.flatMap(({ href }) => href ?? []);
  expect(hrefs).toEqual(digits.map((code) => `https://beian.mps.gov.cn/#/query/webSearch?code=${code}`));
});
