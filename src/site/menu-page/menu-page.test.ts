import { expect, it } from 'vitest';
import { describePage } from './menu-page.ts';

const records = [
  { title: 'About', remarkContent: { text: 'One.\nTwo.' } },
  { title: 'Origins', remarkContent: undefined },
];
const reader = { common: async () => records } as never;
const children = [{ name: 'Profile' }, { name: 'Leadership' }];
const contact = { phone: '1', email: 'a@b', address: 'Road 1\nCity' };
const article = { title: [{ text: 'Lanxi ' }, { text: 'bridge' }] };

it.each([
  ['its text', { kind: 'common' }, [], 'One.\nTwo.\nOrigins'],
  ['contact details', { kind: 'contact', name: 'Lanxi', contact }, [], 'Lanxi · 1 · a@b · Road 1\nCity'],
  ['titles of articles', { kind: 'articles', list: [article, article] }, [], 'Lanxi bridge · Lanxi bridge'],
  ['names of products', { kind: 'products', list: [{ name: 'Paper' }, { name: 'Tea' }] }, [], 'Paper · Tea'],
  ['events', { kind: 'events', years: [{ list: [{ title: 'Listed' }] }] }, [], 'Listed'],
  ['an introduction', { kind: 'products', description: 'We make.', list: [] }, [], 'We make.'],
  ['its sections', undefined, children, 'Profile · Leadership'],
  ['nothing of the intake', { kind: 'application', description: 'Until August.' }, [], ''],
])('describes a page by %s', async (_what, content, below, expected) => {
  const node = { code: 'About', name: 'About', children: below } as never;
  expect(await describePage({ reader }, node, content as never)).toBe(expected);
});
