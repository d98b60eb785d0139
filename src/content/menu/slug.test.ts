import { describe, expect, it } from 'vitest';
import { normaliseCode, slug } from './slug.ts';

/** Existing links depend on these slugs. */
const SLUGS: [code: string, expected: string][] = [
  ['Company Profile', 'company-profile'],
  ['  Company   Profile  ', 'company-profile'],
  ['Company\u00a0Profile', 'company-profile'],
  ['Company\u3000Profile', 'company-profile'],
  ['Company\tProfile\n', 'company-profile'],
  ['Q&A', 'qa'],
  ['R&D', 'rd'],
  ['R & D', 'r-d'],
  ['Ver. 3.1', 'ver-31'],
  ['re_use', 'reuse'],
  ["Chairman's Message", 'chairmans-message'],
  ['Chairman’s Message', 'chairmans-message'],
  ['About/Us', 'aboutus'],
  ['About – Us', 'about-us'],
  ['..', ''],
  ['../etc/passwd', 'etcpasswd'],
  ['__proto__', 'proto'],
  ['feed.xml', 'feedxml'],
  ['---a---b---', 'a-b'],
  ['-.-', ''],
  ['a-&-b', 'a-b'],
  ['ESG 2025', 'esg-2025'],
  ['公司简介', ''],
  ['公司 简介', ''],
  ['ESG 报告', 'esg'],
  ['关于 About', 'about'],
  ['ＦＵＬＬ　ｗｉｄｔｈ', ''],
  ['Café', 'caf'],
  ['Cafe\u0301', 'cafe'],
  ['Straße', 'strae'],
  ['हिन्दी', ''],
  ['Ⅳ', ''],
  ['٣', ''],
  ['news 📰', 'news'],
  ['📰', ''],
  ['!?', ''],
  ['', ''],
];

describe('slugs', () => {
  it.each(SLUGS)('makes the slug of %j: %j', (code, expected) => {
    expect(slug(code)).toBe(expected);
  });

  it.each(SLUGS)('leaves the slug of %j unchanged', (code) => {
    expect(slug(slug(code))).toBe(slug(code));
  });
});

describe('codes', () => {
  it.each([
    ['Company Profile', 'Company Profile'],
    [' Company \t\r\n Profile ', 'Company Profile'],
    ['Company\u00a0Profile', 'Company Profile'],
    ['Company\u3000Profile', 'Company Profile'],
    ['Company\u2003\u2009Profile', 'Company Profile'],
    ['company profile', 'company profile'],
    ['\ufeffNews', 'News'],
    ['   ', ''],
  ])('normalises the code %j to %j', (code, expected) => {
    expect(normaliseCode(code)).toBe(expected);
  });
});
