import { expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NO_CONTENT_CACHE, API_TIMEOUT_MS: '1200' });

it('API_TIMEOUT_MS limits all calls of a page together', async () => {
  site().fake.override(PATHS.search, { ...data({ list: [], total: 0 }), delayMs: 700 });
  expect((await site().raw('/search?keyword=a')).status).toBe(200);
  site().fake.override(PATHS.menu, { ...data([{ id: 1, code: 'A', haveDetail: true }]), delayMs: 700 });
  expect((await site().raw('/search?keyword=a')).status).toBe(500);
});
