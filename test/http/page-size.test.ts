import { expect, it, onTestFinished } from 'vitest';
import { data, PATHS, startFakeBackend } from '../support/fake-backend.ts';
import { seeded } from '../support/random.ts';
import { startSite } from '../support/site.ts';

/** Maximum bytes of a page after Brotli, headers included (design, section 7). */
const MAX_HTML_WITH_HEADERS = 14_600;
/** Minimum bytes that must be left for one more menu item or attribute. */
const SPARE = 500;

/** Number of distinct Chinese characters in the menu and texts of a large group. */
const CHARACTERS = Array.from({ length: 600 }, (_, index) => String.fromCodePoint(0x4e00 + 7 * index));

const random = seeded(1);
const text = (length: number) => Array.from({ length }, () => CHARACTERS[random(CHARACTERS.length)]).join('');
const menuItem = (id: number) => ({
  id,
  code: `Item ${id}`,
  name: text(4),
  haveDetail: true,
  description: text(28),
});

it('a home page with the menu and texts of a large group leaves 500 bytes of its budget', async () => {
  const fake = await startFakeBackend();
  onTestFinished(() => fake.close());
  const roots = Array.from({ length: 8 }, (_, root) => ({
    ...menuItem(100 * root),
    children: Array.from({ length: 3 }, (_one, child) => menuItem(100 * root + child + 1)),
  }));
  fake.override(PATHS.menu, data(roots));
  const { list, total } = fake.content.zh.homeComponents;
  const blocks = list.map((block) => ({ ...block, subtitle: text(240) }));
  fake.override(PATHS.homeComponents, data({ list: blocks, total }));
  fake.override(PATHS.home, data({ title: text(12), subtitle: text(30), banners: [], figures: [] }));
  const site = await startSite({}, { fake });
  onTestFinished(() => site.close());
  const { status, rawHeaders, body } = await site.raw('/', { headers: { 'Accept-Encoding': 'br' } });
  const bytes = rawHeaders.reduce((sum, part) => sum + part.length + 2, 17) + body.length;
  expect(status).toBe(200);
  expect(bytes).toBeGreaterThan(0.9 * MAX_HTML_WITH_HEADERS);
  expect(bytes).toBeLessThanOrEqual(MAX_HTML_WITH_HEADERS - SPARE);
});
