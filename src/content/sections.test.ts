import { describe, expect, it } from 'vitest';
import { sectionKind } from './sections.ts';

describe('the section of a code', () => {
  it.each([
    ['honours', ['Honours', 'honors', 'Enterprise Honor', 'enterprise-honours']],
    ['events', ['Events', 'event', 'Milestones', 'HISTORY']],
    ['reports', ['Reports', 'report', 'Annual Reports']],
    ['directions', ['Investment Directions', 'investment-direction']],
    ['products', ['Product Matrix', 'Products', 'product\u00a0matrix']],
    ['contact', ['Contact Us', 'contact']],
    ['application', ['Application', 'Declare', 'apply']],
    ['common', ['Company Profile', 'News', 'product', 'honor', '', '公司简介', 'constructor', '__proto__']],
  ])('%s', (kind, codes) => {
    expect(codes.map(sectionKind)).toEqual(codes.map(() => kind));
  });
});
