import { legalKind, sectionKind } from '../../src/content/menu/sections.ts';
import { type Language, languageFacts, languageOfPath } from '../../src/i18n/languages.ts';
import { seeded } from '../support/random.ts';
import type { Entry } from './check.ts';

/** More pages than this are not read to find their kinds. */
const MAX_READ = 400;
const RANDOM_SHARE = 0.1;

type Read = { path: string; html: string };

const pathsIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(
    ([, address = '']) => new URL(address.replaceAll('&amp;', '&'), 'http://site.invalid').pathname,
  );

const fetchText = async (url: string): Promise<string> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) }).catch((error: Error) => {
    throw new Error(`${url} cannot be read: ${error.message}`);
  });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  if (new URL(response.url).origin !== new URL(url).origin)
    throw new Error(`${url} redirects to ${response.url}`);
  return response.text();
};

/** Paths of the sitemap and of the menu of a language. */
async function pathsOf(base: string, language: Language): Promise<string[]> {
  const home = languageFacts[language].prefix || '/';
  const sitemap = await fetchText(`${base}/sitemap.xml`).catch(() => '');
  const menu = /<nav class="menu-items".*?<\/nav>/su.exec(await fetchText(base + home))?.[0] ?? '';
  const all = [home, ...pathsIn(sitemap, /<loc>([^<]+)/gu), ...pathsIn(menu, /href="(\/[^"]*)/gu)];
  return [...new Set(all)].filter((path) => languageOfPath(path) === language);
}

/** Kind of a page by its address and HTML; articles and lists by what they contain. */
function kindOf({ path, html }: Read, paths: string[]): string | undefined {
  const code = path.split('/').at(-1) ?? '';
  if (/^\/(?:en)?$/u.test(path)) return 'home';
  if (code === 'accessibility') return 'statement';
  const legal = legalKind(code);
  if (legal) return legal === 'privacy' ? 'privacy' : 'legal';
  if (html.includes('property="og:type" content="article"'))
    return html.includes('<table') && html.includes('href="/files/')
      ? 'article with table and attachment'
      : undefined;
  const section = sectionKind(code);
  if (section !== 'common') return section;
  if (paths.some((other) => new RegExp(`^${RegExp.escape(path)}/\\d+$`, 'u').test(other))) return 'list';
  return /<nav class="contents"/u.test(html) ? 'section page' : undefined;
}

/** `problems`: listed pages that cannot be read. */
export type Sample = { sample: Entry[]; listed: number; problems: string[] };

/** One page of each kind, and a random tenth of the others. */
export async function readSample(base: string, language: Language, seed: number): Promise<Sample> {
  const paths = await pathsOf(base, language);
  const byKind = new Map<string, string>();
  const problems: string[] = [];
  const unreadable: string[] = [];
  for (const path of paths.slice(0, MAX_READ)) {
    const html = await fetchText(base + path).catch((error: Error) => {
      problems.push(error.message);
      unreadable.push(path);
      return '';
    });
    const kind = kindOf({ path, html }, paths);
    if (kind && !byKind.has(kind)) byKind.set(kind, path);
  }
  const { prefix } = languageFacts[language];
  const word =
    paths.map((path) => path.split('/').at(-1) ?? '').find((code) => /^[a-z]{5,}$/u.test(code)) ?? 'about';
  const entry = (kind: string, path: string, more: Partial<Entry> = {}): Entry => ({
    id: `${language}-${kind.replaceAll(' ', '-')}`,
    kind,
    language,
    url: base + path,
    ...more,
  });
  const taken = new Set([...byKind.values(), ...unreadable]);
  const others = paths.filter((path) => !taken.has(path));
  const random = seeded(seed);
  const drawn = Array.from(
    { length: Math.ceil(others.length * RANDOM_SHARE) },
    () => others.splice(random(others.length), 1)[0] ?? '',
  );
  return {
    listed: paths.length,
    problems,
    sample: [
      ...[...byKind].map(([kind, path]) => entry(kind, path)),
      entry('search with results', `${prefix}/search?keyword=${language === 'zh' ? '投资' : word}`),
      entry('search without results', `${prefix}/search?keyword=qzxjkv`),
      entry('404', `${prefix}/no-such-page`, { status: 404 }),
      ...drawn.map((path, at) => entry(`random ${at + 1}`, path, { isRandom: true })),
    ],
  };
}
