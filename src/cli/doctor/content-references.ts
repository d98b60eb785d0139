import { type Menu, nodeByCode } from '../../content/menu/menu.ts';
import { sectionKind } from '../../content/menu/sections.ts';
import { parseDay } from '../../content/time.ts';
import { describeMistakes, type Mistake, positionAt, valuesIn } from '../../content-folder/json-positions.ts';
import { parseContent } from '../../content-folder/read-content.ts';

const TIME_KEY = /Time$/u;
const ASSET_KEY = /(?:pic|file|logo|qrcode)url$|^url$/iu;
const ELSEWHERE = /^(?:https?:)?\/\//iu;
/** Pictures that are not on another host, and links to files of the folder. */
const ASSET_IN_HTML =
  /\bsrc\s*=\s*["'](?!https?:|\/\/|data:)([^"'?#]+)|\bhref\s*=\s*["'](\/files\/[^"'?#]+)/giu;

export type Known = {
  menu?: Menu;
  hasFile: (url: string) => Promise<boolean>;
  /** File of each id, by the list that it must be unique in. */
  ids: Map<string, string>;
};

type Path = readonly PropertyKey[];

/**
 * Finds what a file names and the folder does not have, ids that are used twice, and times that are none. Returns lines such as
 * `zh/home.json:7:15: /files/a.jpg is missing`.
 */
export async function checkReferences(name: string, text: string, known: Known): Promise<string[]> {
  if (!name.endsWith('.json')) return checkHtml(name, text, known);
  const mistakes: Mistake[] = [];
  for (const [path, value] of valuesIn(parseContent(text, name))) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const found = [
      checkValue(String(path.at(-1)), value, known.menu),
      path.at(-1) === 'id' ? checkId(name, path, value, known.ids) : undefined,
      ...(await missingFiles(assetsIn(path, String(value)), known)),
    ];
    mistakes.push(...found.filter((one) => one !== undefined).map((one) => ({ path, text: one })));
  }
  return describeMistakes(name, text, mistakes);
}

async function checkHtml(name: string, html: string, known: Known): Promise<string[]> {
  const lines: string[] = [];
  for (const match of html.matchAll(ASSET_IN_HTML)) {
    const missing = await missingFiles([urlOf(match)], known);
    lines.push(...missing.map((text) => `${name}:${positionAt(html, match.index)}: ${text}`));
  }
  return lines;
}

function checkValue(key: string, value: string | number, menu: Menu | undefined): string | undefined {
  if (value === '') return undefined;
  if (TIME_KEY.test(key) && !parseDay(value)) return `"${value}" is no date: write it as 2026-11-21`;
  const code = String(value);
  const isUnknown = key === 'columnCode' && menu && !nodeByCode(menu, code);
  // The home page does not offer a form that is not in the menu.
  return isUnknown && sectionKind(code) !== 'application'
    ? `no menu item has the code "${value}"`
    : undefined;
}

/** An id is unique among all articles, all menu items, or the records of a list. */
function checkId(name: string, path: Path, value: string | number, ids: Map<string, string>) {
  const isArticle = path.length === 1;
  const list = path.filter((key) => typeof key === 'string' && key !== 'children');
  const key = JSON.stringify([isArticle ? 'articles' : name, ...list, String(value)]);
  const first = ids.get(key);
  ids.set(key, first ?? name);
  if (first === undefined) return undefined;
  return first === name ? `id ${value} is used twice` : `id ${value} is also in ${first}`;
}

function assetsIn(path: Path, value: string): string[] {
  const isUrl =
    value.startsWith('/files/') || (ASSET_KEY.test(String(path.at(-1))) && !ELSEWHERE.test(value));
  if (isUrl) return value === '' ? [] : [value.replace(/[?#].*$/su, '')];
  return [...value.matchAll(ASSET_IN_HTML)].map(urlOf);
}

const urlOf = ([, picture, file = '']: RegExpExecArray): string => (picture ?? file).replaceAll('&amp;', '&');

async function missingFiles(urls: string[], { hasFile }: Known): Promise<string[]> {
  const found = await Promise.all(urls.map(hasFile));
  return urls.filter((_, at) => !found[at]).map((url) => `${url} is missing`);
}
