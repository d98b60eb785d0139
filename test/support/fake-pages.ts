import { SECTION_PAGES } from './fake-content.ts';
import { words } from './words.ts';

/** Pages of all kinds that exist in both languages, without the language prefix. */
const IN_BOTH = [
  ...words(`
  / /who-we-are/our-story /newsroom /newsroom/insights /newsroom/insights?page=2
  /newsroom/press-room/p1 /newsroom/press-room/p2 /newsroom/press-room/p3
  /apply /search?keyword=a /feed.xml /history/_payload.json`),
  ...Object.values(SECTION_PAGES),
];

/** Pages of both languages, and those that exist only in Chinese or only once. */
export const FAKE_PAGES: readonly string[] = [
  ...IN_BOTH,
  ...IN_BOTH.map((page) => (page === '/' ? '/en' : `/en${page}`)),
  '/newsroom?go=Press%20Room&page=2',
  '/newsroom/insights/only-zh',
  '/sitemap.xml',
];
