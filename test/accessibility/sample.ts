import { findLegalKind, findSectionKind } from '../../src/content/menu/section-codes.ts';
import { searchPath } from '../../src/content/site-paths.ts';
import { homePath, type Language, languageOfPath } from '../../src/i18n/languages.ts';
import { keywords, localizePath } from '../support/page-kinds.ts';
import { seeded } from '../support/random.ts';
import { type Entry, entryOf } from './check.ts';

/** Maximum number of pages that are fetched to determine their kinds. */
const MAX_READ = 400;
const RANDOM_SHARE = 0.1;

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) }).catch((error: Error) => {
    throw new Error(`${url} cannot be read: ${error.cause ?? error.message}`);
  });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  if (!response.url.startsWith(new URL(url).origin)) throw new Error(`${url} redirects to ${response.url}`);
  return response.text();
}

/** Returns the paths in the sitemap and the menu that belong to a language. */
async function pathsOf(base: string, language: Language): Promise<string[]> {
  const home = homePath(language);
  const sitemap = await fetchText(`${base}/sitemap.xml`).catch(() => '');
  const menu = /<nav class="menu-items".*?<\/nav>/su.exec(await fetchText(base + home))?.[0] ?? '';
  const links = [...(sitemap + menu).matchAll(/(?:<loc>|href=")([^"<]+)/gu)];
  const paths = links.map(([, pageUrl = '']) => new URL(pageUrl.replaceAll('&amp;', '&'), base).pathname);
  return [...new Set([home, ...paths])].filter((path) => languageOfPath(path) === language);
}

/** Returns the kind of a page by its URL and HTML. */
function kindOf(path: string, html: string, paths: string[]): string | undefined {
  const code = path.split('/').at(-1) ?? '';
  if (/^\/(?:en)?$/u.test(path)) return 'home';
  if (code === 'accessibility') return 'statement';
  const legal = findLegalKind(code);
  if (legal) return legal === 'privacy' ? 'privacy' : 'legal';
  if (html.includes('property="og:type" content="article"'))
    return /<table.*href="\/files\//su.test(html) ? 'article with table and attachment' : undefined;
  const section = findSectionKind(code);
  if (section !== 'common') return section;
  if (paths.some((other) => other.startsWith(path) && /^\/\d+$/u.test(other.slice(path.length))))
    return 'list';
  return html.includes('<nav class="contents"') ? 'section page' : undefined;
}

/** Selects one page of each kind and a random tenth of the others. Adds unreadable pages to `problems`. */
export async function readSample(base: string, language: Language, seed: number, problems: string[]) {
  const report = (error: Error) => void problems.push(error.message);
  const paths = (await pathsOf(base, language).catch(report)) ?? [];
  const kinds = new Map<string, string>();
  const others: string[] = [];
  for (const path of paths.slice(0, MAX_READ)) {
    const html = await fetchText(base + path).catch(report);
    const kind = html && kindOf(path, html, paths);
    if (kind && !kinds.has(kind)) kinds.set(kind, path);
    else if (html) others.push(path);
  }
  const random = seeded(seed);
  const drawn = Array.from({ length: Math.ceil(others.length * RANDOM_SHARE) }, (_, at) => {
    const [path = ''] = others.splice(random(others.length), 1);
    return entryOf(language, `random ${at + 1}`, base + path, { isRandom: true });
  });
  const search = (keyword: string) => `${base}${searchPath(language)}?keyword=${encodeURIComponent(keyword)}`;
  const sample: Entry[] = [
    ...[...kinds].map(([kind, path]) => entryOf(language, kind, base + path)),
    entryOf(language, 'search with results', search(keywords[language].found)),
    entryOf(language, 'search without results', search(keywords[language].unknown)),
    entryOf(language, '404', base + localizePath(language, '/no-such-page'), { status: 404 }),
    ...drawn,
  ];
  return { sample, listed: paths.length };
}
