import { expect, it } from 'vitest';
import { menuRowClass } from '../../views/layout/menu-row.ts';

const USUAL =
  'About Us,Our Business,News,Investor Relations,Sustainability,Careers,Industrial Parks,Contact Us,Governance,Partners,Insights,Work With Us'.split(
    ',',
  );
const classOf = (names: string[]) => menuRowClass(names.map((text) => ({ href: '/', text, children: [] })));

it.each([
  ['four usual items', USUAL.slice(0, 4), 'row-64'],
  ['eight usual items', USUAL.slice(0, 8), 'row-64'],
  [
    'eight items of two words',
    USUAL.slice(0, 8).map((name) => (name.includes(' ') ? name : `${name} Today`)),
    'row-72',
  ],
  ['ten usual items', USUAL.slice(0, 10), 'row-72'],
  ['twelve usual items', USUAL, 'row-90'],
  ['ten Chinese items of four characters', Array(10).fill('可持续发'), 'row-64'],
  ['twenty-four usual items', [...USUAL, ...USUAL], undefined],
  ['no item', [], 'row-64'],
])('makes %s a row from the window that they fit', (_name, names, expected) => {
  expect(classOf(names)).toBe(expected);
});
