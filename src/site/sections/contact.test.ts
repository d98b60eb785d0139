import { expect, it } from 'vitest';
import type { BackgroundReader } from '../../content/backend/content.ts';
import { contact } from './contact.tsx';

it('lists the departments of the contact page before the details of the group', async () => {
  const reader = {
    group: async () => ({ name: 'Lanxi', phone: '8888' }),
    common: async (code: string) =>
      code === 'Contact Us'
        ? [{ id: '1', title: 'Press', remarkContent: { html: [], text: 'Ye Wendi', removed: [] } }]
        : [],
  } as unknown as BackgroundReader;
  const { titles, lines } = await contact.searchText({ reader, language: 'en', code: 'Contact Us' });
  expect(titles).toEqual(['Press', 'Telephone']);
  expect(lines).toEqual(['Press', 'Ye Wendi', 'Lanxi', 'Telephone · 8888']);
});
