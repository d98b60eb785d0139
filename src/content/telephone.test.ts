import { describe, expect, it } from 'vitest';
import { telephoneHref } from './telephone.ts';

describe('the link of a telephone number', () => {
  it.each([
    ['+86 571 5550 8800', 'tel:+8657155508800'],
    ['0571-8888 0000', 'tel:057188880000'],
    ['+86 (10) 1234 转 8', 'tel:+86101234;ext=8'],
    ['+1 212 555 0100 ext. 12', 'tel:+12125550100;ext=12'],
    ['5550100x7', 'tel:5550100;ext=7'],
    ['021-1111 / 021-2222', 'tel:0211111'],
    ['400 800，400 900', 'tel:400800'],
  ])('%s is %s', (phone, href) => {
    expect(telephoneHref(phone)).toBe(href);
  });
});
