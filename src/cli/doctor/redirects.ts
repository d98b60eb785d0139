import { isKeptAddress } from '../../content/menu/fixed-addresses.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { resolvePath } from '../../content/menu/resolve.ts';
import { decodePart } from '../../content/menu/slug.ts';
import { createRedirectIndex, pathOf, type RedirectIndex } from '../../content/redirects/redirect-index.ts';
import { type Redirect, SPLAT } from '../../content/redirects/redirect-line.ts';
import { oldAddress, stepsFrom } from '../../content/redirects/redirects.ts';
import type { Language } from '../../i18n/languages.ts';
import { eachAtOnce } from '../../lib/each-at-once.ts';
import { asFailure, isNotFound } from '../../lib/failures.ts';
import { type Finding, ok, warning } from './finding.ts';
import type { WatchedContent } from './watched-content.ts';

const WHAT = 'REDIRECTS_FILE';

/** Articles that are asked for, and how many at once: a list may lead to thousands. */
const MAX_ARTICLES = 100;
const AT_ONCE = 4;

type Contents = Record<Language, Pick<WatchedContent, 'reader'>>;
type Menus = Record<Language, Menu>;
/** What stands at a path of the site: an article only perhaps. */
type Place = { kind: 'there' | 'nothing' } | { kind: 'article'; id: string; language: Language };

/** Lines of the list that lead to nothing, that are never used, and that lead on to another line. */
export async function checkRedirects(redirects: readonly Redirect[], contents: Contents): Promise<Finding[]> {
  const index = createRedirectIndex(redirects);
  const menus = { zh: await contents.zh.reader().menu(), en: await contents.en.reader().menu() };
  const unused = redirects.flatMap((one) => detail(one, whyUnused(one, index, menus)));
  const chains = redirects.flatMap((one) => detail(one, chainOf(one, index)));
  const targets = redirects.flatMap((redirect) => {
    const path = redirect.to.includes(SPLAT) ? undefined : pathOf(redirect.to);
    return path === undefined || index.find(path) ? [] : [{ redirect, place: placeOf(path, menus) }];
  });
  const { missing, asked, all } = await missingArticles(
    targets.map(({ place }) => place),
    contents,
  );
  const nothing = targets
    .filter(({ place }) => place.kind === 'nothing' || missing.has(nameOf(place)))
    .map(({ redirect }) => `line ${redirect.line}: ${oldAddress(redirect)} → ${redirect.to}`);
  const articles = all > 0 ? `; ${asked} of ${all} articles that it leads to were asked for` : '';
  return [
    ok(WHAT, `${redirects.length} old addresses${articles}`),
    ...listed('lead to nothing', nothing),
    ...listed('are never used', unused),
    ...listed('lead on to another line', chains),
  ];
}

const listed = (what: string, details: string[]): Finding[] =>
  details.length > 0 ? [warning(WHAT, `${details.length} lines ${what}:`, details)] : [];

const detail = (redirect: Redirect, said: string | undefined): string[] =>
  said === undefined ? [] : [`line ${redirect.line}: ${said}`];

function whyUnused(redirect: Redirect, index: RedirectIndex, menus: Menus): string | undefined {
  const old = oldAddress(redirect);
  if (/^\/zh(?:\/|$)/iu.test(old)) return `${old}: the site leads to the address without /zh first`;
  const [example = ''] = stepsFrom(redirect, index);
  if (isKeptAddress(example)) return `${old}: an address that the site keeps for itself`;
  const first = index.find(example);
  if (first !== redirect) return `${old}: line ${first?.line} comes first`;
  const isTaken = !redirect.hasStar && placeOf(example, menus).kind === 'there';
  return isTaken ? `${old}: the site has a page there` : undefined;
}

function chainOf(redirect: Redirect, index: RedirectIndex): string | undefined {
  const steps = stepsFrom(redirect, index);
  const isOverLine =
    steps.length > 2 || (steps.length === 2 && index.locationOf(steps[1] ?? '') !== undefined);
  if (!isOverLine || index.find(steps[0] ?? '') !== redirect) return undefined;
  return [oldAddress(redirect), ...steps.slice(1).map((step) => step.replace('%00', '…'))].join(' → ');
}

function placeOf(path: string, menus: Menus): Place {
  if (isKeptAddress(path)) return { kind: 'there' };
  const language = path.startsWith('/en/') ? 'en' : 'zh';
  const segments = path
    .split('/')
    .slice(language === 'en' ? 2 : 1)
    .map(decodePart);
  const resolved = resolvePath(menus[language], segments);
  if (resolved.kind === 'article') return { kind: 'article', id: resolved.id, language };
  const [first, id, ...more] = segments;
  if (first === 'articles' && id !== undefined && more.length === 0) return { kind: 'article', id, language };
  return { kind: resolved.kind === 'none' ? 'nothing' : 'there' };
}

const nameOf = (place: Place): string => (place.kind === 'article' ? `${place.language} ${place.id}` : '');

/** Asks for some of the articles, by their names; none any more once the backend fails, which its own lines tell. */
async function missingArticles(places: readonly Place[], contents: Contents) {
  const byName = new Map(places.map((place) => [nameOf(place), place]));
  byName.delete('');
  const missing = new Set<string>();
  let asked = 0;
  await eachAtOnce(AT_ONCE, [...byName].slice(0, MAX_ARTICLES), async ([name, place]) => {
    if (place.kind !== 'article') return;
    const { language, id } = place;
    await contents[language]
      .reader()
      .article(id)
      .catch((error: unknown) => {
        if (!isNotFound(asFailure(error).status)) throw error;
        missing.add(name);
      });
    asked += 1;
  }).catch(() => undefined);
  return { missing, asked, all: byName.size };
}
