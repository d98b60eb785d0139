import { parseFragment } from 'parse5';
import { BLANK, kindOf } from './elements.ts';
import { COSTS, linesToParagraphs, PASTED_DATA } from './parse-html.ts';
import { joinHanLines, toSingleLine } from './plain-text.ts';
import { serializeText } from './serialize.ts';
import { createStyleSheet } from './source/style-sheet.ts';
import { isHidden } from './source/styles.ts';

/** Limits of what is shown: reading it blocks the event loop. */
export const MAX_LINE_CHARACTERS = 2_000_000;
export const MAX_TAGS = 100_000;

/** Matches comments, elements whose content is not HTML, tags, and any other `<`. A match ends at the latest with the text. */
const MARKUP =
  /<(?:!--.*?(?:--!?>|$)|[!?][^>]*>?|(script|style|title|textarea|iframe|noembed|noframes)(?=[\s/>]).*?(?:<\/\1[^>]*>?|$)|(\/?)([a-z][^\s/>]*)([^>=]*(?:=\s*(?:"[^"]*"?|'[^']*'?)?[^>=]*)*)>?)?/gisu;
/** Parsing each tag would be slow. */
const MAY_BE_HIDDEN =
  /\shidden(?![\w;"'])|display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all/iu;
const REMOVED_EMPTY_TAG = /^(?:input|param|track)$/u;
const EDITOR_STYLES = createStyleSheet(() => undefined);
const CELL_TAG = /^t[dh]$/u;
const ROW_TAG = /^(?:tr|table)$/u;

function isRemoved(name: string, attributes: string): boolean {
  const kind = kindOf(name);
  if (kind === 'empty' || REMOVED_EMPTY_TAG.test(name)) return false;
  if (kind === 'removed') return true;
  if (name !== 'dialog' && !MAY_BE_HIDDEN.test(attributes)) return false;
  const [element] = parseFragment(`<div ${attributes}>`).childNodes;
  if (!element || !('attrs' in element)) return false;
  const values = Object.fromEntries(element.attrs.map((attribute) => [attribute.name, attribute.value]));
  return isHidden(name, values, EDITOR_STYLES.styleOf(element, values, new Set()));
}

const isBreak = (name: string): boolean =>
  name === 'br' || ['lines', 'block', 'paragraph', 'media'].includes(`${kindOf(name)}`);

/** Returns a function that returns what separates the texts before and after a tag. A row of a table is one line. */
function createSeparator() {
  let isInCell = false;
  return (name: string, isEnd: boolean): string => {
    const isCell = CELL_TAG.test(name);
    if (isCell || ROW_TAG.test(name)) isInCell = isCell && !isEnd;
    if (isCell) return isEnd ? '' : '\t';
    if (!isBreak(name)) return '';
    return isInCell ? ' ' : '\n';
  };
}

/** Returns the text of HTML with its entities, line breaks between blocks and tabs between cells, and how much was read. */
function removeMarkup(html: string): { source: string; end: number; tags: number } {
  const texts: string[] = [];
  const separatorOf = createSeparator();
  let start = 0;
  /** Removed element around the current position, and the number of open elements with its name. */
  let removed: { name: string; open: number } | undefined;
  const addText = (end: number): void => {
    if (!removed) texts.push(joinHanLines(html.slice(start, end)).replace(/\s+/gu, ' '));
  };
  let tags = 0;
  for (const match of html.matchAll(MARKUP)) {
    const [markup, , end = '', tag, attributes = ''] = match;
    addText(match.index);
    start = match.index + markup.length;
    tags += 1;
    if (tags > MAX_TAGS) return { source: texts.join(''), end: match.index, tags };
    if (markup === '<' && !removed) texts.push('&lt;');
    if (tag === undefined) continue;
    const name = tag.toLowerCase();
    if (removed?.name === name) removed.open += end ? -1 : 1;
    if (removed?.open === 0) removed = undefined;
    if (!removed && !end && isRemoved(name, attributes)) removed = { name, open: 1 };
    if (!removed) texts.push(separatorOf(name, end === '/'));
  }
  addText(html.length);
  return { source: texts.join(''), end: html.length, tags };
}

const isVisible = (text: string): boolean => !BLANK.test(text);

/** Text of lines and its HTML; `readShare` is the part of the source that was read. */
type PlainLines = { html: string[]; text: string; readShare: number; work: number };

/** Converts HTML beyond the tree's limits to paragraphs with the text of its blocks, in one pass. */
export function cleanToLines(html: string): PlainLines {
  const whole = linesToParagraphs(html.replace(PASTED_DATA, ';base64,'));
  const { source, end, tags } = removeMarkup(whole.slice(0, MAX_LINE_CHARACTERS));
  const decoded = parseFragment(source).childNodes;
  const lines = decoded
    .flatMap((node) => ('value' in node ? node.value.split('\n') : []))
    .map((line) => line.split('\t').map(toSingleLine).filter(isVisible).join(' · '))
    .filter(isVisible);
  const text = lines.join('\n').toWellFormed();
  const paragraphs = serializeText(text).replace(/.+/gu, '<p>$&</p>').replaceAll('\n', '');
  return { html: [paragraphs], text, readShare: end / whole.length, work: COSTS.characters * end + tags };
}
