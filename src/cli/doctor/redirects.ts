import { isReservedAddress } from '../../content/menu/fixed-addresses.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { resolvePath } from '../../content/menu/resolve.ts';
import { decodePart } from '../../content/menu/slug.ts';
import { createRedirectIndex, sourcePattern } from '../../content/redirects/redirect-index.ts';
import { canonicalPath, type Redirect, SPLAT, splitQuery } from '../../content/redirects/redirect-line.ts';
import { redirectChain, writeChain } from '../../content/redirects/redirects.ts';
import type { Language } from '../../i18n/languages.ts';
import { asFailure, isNotFound } from '../../lib/failures.ts';
import { ok, type Result, warning } from './finding.ts';
import type { RecordedContent } from './recorded-content.ts';

/** Lines can name thousands of articles. */
const MAX_ARTICLES = 100;

type Contents = Record<Language, Pick<RecordedContent, 'reader'>>;
type Menus = Record<Language, Menu>;
/** Content at a path. Only the backend knows if the article exists. */
type Target = 'page' | 'nothing' | { article: string; language: Language };

/** Finds lines that have no effect, lead to a 404, or redirect to another line. */
export async function checkRedirects(redirects: readonly Redirect[], contents: Contents): Promise<Result[]> {
  const index = createRedirectIndex(redirects);
  const menus = { zh: await contents.zh.reader().menu(), en: await contents.en.reader().menu() };
  const articles = createArticleCheck(contents);
  const dead: string[] = [];
  const unused: string[] = [];
  const chains: string[] = [];
  for (const redirect of redirects) {
    const old = sourcePattern(redirect);
    const chain = redirectChain(redirect, index);
    const reason = unusedReason(redirect, chain[0] ?? '', menus);
    if (reason !== undefined) unused.push(`line ${redirect.line}: ${old}: ${reason}`);
    if (chain.length > 2) chains.push(`line ${redirect.line}: ${writeChain([old, ...chain.slice(1)])}`);
    const { to } = redirect;
    if (chain.length > 2 || to.includes(SPLAT) || !to.startsWith('/')) continue;
    const path = canonicalPath(splitQuery(to)[0]);
    const target = targetOf(path, menus);
    if (target === 'nothing' || (target !== 'page' && (await articles.isMissing(target))))
      dead.push(`line ${redirect.line}: ${old} → ${redirect.to}`);
  }
  return [
    ok(
      `${redirects.length} legacy URLs${articles.isComplete() ? '' : `; ${MAX_ARTICLES} of their articles checked`}`,
    ),
    ...(dead.length > 0 ? [warning(`${dead.length} lines lead to a 404:`, dead)] : []),
    ...(unused.length > 0 ? [warning(`${unused.length} lines have no effect:`, unused)] : []),
    ...(chains.length > 0 ? [warning(`${chains.length} lines redirect to another line:`, chains)] : []),
  ];
}

function unusedReason({ hasStar }: Redirect, example: string, menus: Menus): string | undefined {
  const [path] = splitQuery(example);
  if (isReservedAddress(path)) return 'a fixed address of the site';
  if (!hasStar && targetOf(path, menus) === 'page') return 'the site has a page there';
  return undefined;
}

function targetOf(path: string, menus: Menus): Target {
  if (isReservedAddress(path)) return 'page';
  const language = path.startsWith('/en/') ? 'en' : 'zh';
  const segments = path
    .split('/')
    .slice(language === 'en' ? 2 : 1)
    .map(decodePart);
  const resolved = resolvePath(menus[language], segments);
  if (resolved.kind === 'article') return { article: resolved.id, language };
  const [first, id, ...more] = segments;
  if (first === 'articles' && id !== undefined && more.length === 0) return { article: id, language };
  return resolved.kind === 'none' ? 'nothing' : 'page';
}

/** Asks the backend once for each article, for a limited number of them, and for none after it failed. */
function createArticleCheck(contents: Contents) {
  const known = new Map<string, boolean>();
  let isComplete = true;
  let hasFailed = false;

  async function ask({ article, language }: Exclude<Target, string>): Promise<boolean> {
    try {
      await contents[language].reader().article(article);
      return false;
    } catch (thrown) {
      const isMissing = isNotFound(asFailure(thrown).status);
      hasFailed ||= !isMissing;
      return isMissing;
    }
  }

  return {
    isComplete: (): boolean => isComplete,
    async isMissing(target: Exclude<Target, string>): Promise<boolean> {
      const key = `${target.language} ${target.article}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      if (hasFailed) return false;
      if (known.size >= MAX_ARTICLES) {
        isComplete = false;
        return false;
      }
      const isMissing = await ask(target);
      known.set(key, isMissing);
      return isMissing;
    },
  };
}
