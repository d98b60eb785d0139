import { MAX_EXTENSION, MAX_FILE_NAME } from './limits.ts';
import { stripEnd, stripStart } from './text.ts';

const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029\uFEFF]/gu;
const PATH = /[/\\]/u;
const EDGE = /[\s.\u200B-\u200D\u2060]/u;
const NAMELESS = 'file';

/** Splits `report.pdf` into `report` and `.pdf`; an ending that is too long or has spaces is no extension. */
function splitName(name: string): [base: string, ending: string] {
  const dot = name.lastIndexOf('.');
  const ending = dot < 0 ? '' : name.slice(dot);
  const isExtension = ending.length > 1 && ending.length <= MAX_EXTENSION + 1 && !/\s/u.test(ending);
  return isExtension ? [name.slice(0, dot), ending] : [name, ''];
}

/** The extension in lower case without its dot (`pdf`), as the cleaned name has it; empty where there is none. */
export const extensionOf = (name: string): string => splitName(cleanFileName(name))[1].slice(1).toLowerCase();

/** A name no longer than `max` in the measure of its characters (one each, or bytes), its extension kept. */
export function shortenFileName(name: string, max: number, measure = (_character: string) => 1): string {
  const [base, ending] = splitName(name);
  let room = max;
  for (const character of ending) room -= measure(character);
  let kept = '';
  for (const character of base) {
    room -= measure(character);
    if (room < 0) return stripEnd(kept, EDGE) + ending;
    kept += character;
  }
  return name;
}

/**
 * A sent file name as it is kept, shown, exported and downloaded: characters of every script stay; folders, control
 * characters, bidi controls (which can show `exe.pdf` for `fdp.exe`) and dots or spaces at its ends go; at most
 * `MAX_FILE_NAME` characters. Never empty. Not a name to store under: that one is the site's own.
 */
export function cleanFileName(name: string): string {
  const last =
    name
      .toWellFormed()
      .split(PATH)
      .findLast((part) => part !== '') ?? '';
  const visible = stripEnd(last.replace(UNSEEN, ''), EDGE);
  const [base, ending] = splitName(visible);
  const bare = stripStart(base, EDGE) || NAMELESS;
  return shortenFileName(bare + ending, MAX_FILE_NAME);
}
