import { defaultTreeAdapter, parseFragment, serialize } from 'parse5';
import { BLANK, kindOf } from './elements.ts';
import { linesToParagraphs, MAX_CHARACTERS, PASTED_DATA } from './parse-html.ts';
import { joinHanLines, toSingleLine } from './plain-text.ts';
import { isHidden, parseStyle } from './styles.ts';

/** Matches comments, elements whose content is not HTML, and tags. Each match ends at the latest at the end of the text. */
const MARKUP =
  /<(?:!--.*?(?:--!?>|$)|[!?][^>]*>?|(script|style|title|textarea|iframe|noembed|noframes)(?=[\s/>]).*?(?:<\/\1[^>]*>?|$)|(\/?)([a-z][^\s/>]*)([^>=]*(?:=\s*(?:"[^"]*"?|'[^']*'?)?[^>=]*)*)>?)/gisu;
/** Parsing each tag would be slow. */
const MAY_BE_HIDDEN =
  /\shidden(?![\w;"'])|display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all/iu;
/** Removed elements that have no end tag. */
const REMOVED_EMPTY_TAG = /^(?:input|param|track)$/u;
const CELL_TAG = /^t[dh]$/u;

/** Returns whether an element and its content are not shown. */
function isRemoved(name: string, attributes: string): boolean {
  const kind = kindOf(name);
  if (kind === 'empty' || REMOVED_EMPTY_TAG.test(name)) return false;
  if (kind === 'removed') return true;
  if (name !== 'dialog' && !MAY_BE_HIDDEN.test(attributes)) return false;
  const [element] = parseFragment(`<div ${attributes}>`).childNodes;
  const attrs = element && 'attrs' in element ? element.attrs : [];
  const given = Object.fromEntries(attrs.map((attribute) => [attribute.name, attribute.value]));
  return isHidden(name, given, parseStyle(given.style));
}

/** Returns what separates the texts before and after a tag. */
function separatorOf(name: string, isEnd: boolean): string {
  if (CELL_TAG.test(name)) return isEnd ? '' : '\t';
  const isBreak = name === 'br' || ['lines', 'block', 'paragraph', 'media'].includes(`${kindOf(name)}`);
  return isBreak ? '\n' : '';
}

/** Returns the text of HTML with its entities, a line break for each block, and a tab for each cell. */
function removeMarkup(html: string): string {
  const texts: string[] = [];
  let start = 0;
  /** Removed element around the current position, and the number of open elements with its name. */
  let removed: { name: string; open: number } | undefined;
  for (const match of html.matchAll(MARKUP)) {
    const [markup, , end = '', given, attributes = ''] = match;
    if (!removed) texts.push(joinHanLines(html.slice(start, match.index)).replace(/\s+/gu, ' '));
    start = match.index + markup.length;
    if (given === undefined) continue;
    const name = given.toLowerCase();
    if (removed?.name === name) removed.open += end ? -1 : 1;
    if (removed?.open === 0) removed = undefined;
    if (!removed && !end && isRemoved(name, attributes)) removed = { name, open: 1 };
    if (!removed) texts.push(separatorOf(name, end === '/'));
  }
  if (!removed) texts.push(joinHanLines(html.slice(start)).replace(/\s+/gu, ' '));
  return texts.join('');
}

const isVisible = (text: string): boolean => !BLANK.test(text);

/** Converts HTML beyond the limits of the tree to paragraphs with the text of its blocks, in one pass. */
export function cleanToLines(given: string): { html: string[]; text: string; isShortened: boolean } {
  const whole = given.replace(PASTED_DATA, ';base64,');
  const source = removeMarkup(linesToParagraphs(whole.slice(0, MAX_CHARACTERS)));
  const decoded = parseFragment(source.replaceAll('<', '&lt;')).childNodes;
  const lines = decoded
    .flatMap((node) => ('value' in node ? node.value.split('\n') : []))
    .map((line) => line.split('\t').map(toSingleLine).filter(isVisible).join(' · '))
    .filter(isVisible);
  const text = lines.join('\n').toWellFormed();
  const fragment = defaultTreeAdapter.createDocumentFragment();
  defaultTreeAdapter.insertText(fragment, text);
  const html = serialize(fragment).replace(/.+/gu, '<p>$&</p>').replaceAll('\n', '');
  return { html: [html], text, isShortened: whole.length > MAX_CHARACTERS };
}
