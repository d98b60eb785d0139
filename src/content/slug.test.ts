import { describe, expect, it } from 'vitest';
import { normaliseCode, slug } from './slug.ts';

const SLUGS: [code: string, expected: string][] = [
  ['Company Profile', 'company-profile'],
  ['  Company   Profile  ', 'company-profile'],
  ['Company\u00a0Profile', 'company-profile'],
  ['Company\u3000Profile', 'company-profile'],
  ['Company\tProfile\n', 'company-profile'],
  ['R&D', 'r-d'],
  ['R & D', 'r-d'],
  ["Chairman's Message", 'chairmans-message'],
  ['Chairman’s Message', 'chairmans-message'],
  ['About/Us', 'about-us'],
  ['..', ''],
  ['../etc/passwd', 'etc-passwd'],
  ['__proto__', 'proto'],
  ['feed.xml', 'feed-xml'],
  ['---a---b---', 'a-b'],
  ['ESG 2025', 'esg-2025'],
  ['公司简介', '公司简介'],
  ['公司 简介', '公司-简介'],
  ['ＦＵＬＬ　ｗｉｄｔｈ', 'full-width'],
  ['Café', 'café'],
  ['Cafe\u0301', 'café'],
  ['हिन्दी', 'हिन्दी'],
  ['Ⅳ', 'iv'],
  ['news 📰', 'news'],
  ['📰', ''],
  ['!?', ''],
  ['', ''],
];

describe('slug', () => {
  it.each(SLUGS)('of %j is %j', (code, expected) => {
    expect(slug(code)).toBe(expected);
  });

  it.each(SLUGS)('of the slug of %j is the slug', (code) => {
    expect(slug(slug(code))).toBe(slug(code));
  });
});

describe('a normalised code', () => {
  it.each([
    ['Company Profile', 'Company Profile'],
    [' Company \t\r\n Profile ', 'Company Profile'],
    ['Company\u00a0Profile', 'Company Profile'],
    ['Company\u3000Profile', 'Company Profile'],
    ['Company\u2003\u2009Profile', 'Company Profile'],
    ['company profile', 'company profile'],
    ['\ufeffNews', 'News'],
    ['   ', ''],
  ])('of %j is %j', (code, expected) => {
    expect(normaliseCode(code)).toBe(expected);
  });
});
