import { codePoint } from 'dingbat-to-unicode';
import type { Element } from 'hast';
import { createElement, kindOf } from '../elements.ts';
import type { Attributes, SourceElement } from '../parse-html.ts';

export type StyledElement = { node: SourceElement; tag: string; attributes: Attributes; style: Attributes };

/** Matches supported declarations. Parsing all of them is slow. */
const MEANINGFUL =
  /(?:^|;)\s*(display|visibility|opacity|mso-hide|mso-list|font(?:-weight|-style|-size|-family)?|text-decoration(?:-line)?|vertical-align|list-style(?:-type)?|white-space(?:-collapse)?|overflow(?:-y)?|position|left|top|bottom|clip(?:-path)?|direction|(?:max-|min-)?height|(?:max-)?width|padding(?:-top|-bottom)?(?=[^;]*[1-9])|text-indent(?=\s*:\s*-)|background(?:-image)?(?=[^;]*url))\s*:([^;]*)/giu;

/** Matches the size and the fonts in the shorthand. */
const FONT = /(?<![\d.])([\d.]+(?:px|pt|r?em|%))(?:\/[\w.%]+)? +(.*)/u;

const NO_STYLE: Attributes = {};

/** Returns the style declarations with a meaning. The last one for a property applies. */
export function parseStyle(text = ''): Attributes {
  if (text === '') return NO_STYLE;
  const style: Record<string, string> = {};
  for (const [, property = '', value = ''] of text.matchAll(MEANINGFUL)) {
    const name = property.toLowerCase();
    if (value.trim() === 'inherit') continue;
    style[name] = name.startsWith('background') ? value.trim() : value.trim().toLowerCase();
  }
  const { font, 'text-decoration-line': line, 'list-style': list, 'white-space-collapse': space } = style;
  const [, size, family] = FONT.exec(font ?? '') ?? [];
  const fonts = { 'font-weight': font, 'font-style': font, 'font-size': size, 'font-family': family };
  if (font) Object.assign(style, { ...fonts, ...style });
  if (space)
    style['white-space'] ??= space.replace(/^preserve$/u, 'pre-wrap').replace('preserve-breaks', 'pre-line');
  if (line) style['text-decoration'] ??= line;
  if (list) style['list-style-type'] ??= list;
  const { position, top, bottom = top?.replace(/^(-?)/u, (sign) => (sign ? '' : '-')), display } = style;
  if (position === 'relative' && bottom && !display) style['vertical-align'] ??= bottom;
  return style;
}

type Meaning = { tag: string; same: RegExp; property: string; values: RegExp };

/** Meanings of text: the inline tag, all tags with the same meaning, and the property and values that express it. */
const MEANINGS: readonly Meaning[] = [
  { tag: 'strong', same: /^(?:strong|b|th|h\d)$/u, property: 'font-weight', values: /\bbold|\b[6-9]00\b/u },
  { tag: 'em', same: /^(?:em|i)$/u, property: 'font-style', values: /\b(?:italic|oblique)\b/u },
  { tag: 'u', same: /^(?:u|ins|a)$/u, property: 'text-decoration', values: /underline/u },
  { tag: 's', same: /^(?:s|del)$/u, property: 'text-decoration', values: /line-through/u },
  {
    tag: 'sup',
    same: /^sup$/u,
    property: 'vertical-align',
    values: /^(?:super|text-top|\+?(?:[2-9]\d(?:\.\d+)?%|0?\.[2-9]\d*r?em|(?:[2-9]|\d\d)(?:\.\d+)?p[xt]))/u,
  },
  {
    tag: 'sub',
    same: /^sub$/u,
    property: 'vertical-align',
    values: /^(?:sub\b|text-bottom|-(?:[2-9]\d(?:\.\d+)?%|0?\.[2-9]\d*r?em|(?:[2-9]|\d\d)(?:\.\d+)?p[xt]))/u,
  },
];
const OPPOSITE_VALUE = /^(?:normal|none|[1-5]00)/u;
/** Inline tags whose meaning is only an appearance. */
const APPEARANCE_TAG = /^(?:strong|b|em|i|u|s)$/u;

const isOpposite = ({ values }: Meaning, value = ''): boolean =>
  OPPOSITE_VALUE.test(value) && !values.test(value);

/** Returns whether a style cancels the meaning of its own tag. */
export const isCancelled = (tag: string, style: Attributes): boolean =>
  APPEARANCE_TAG.test(tag) &&
  MEANINGS.some((meaning) => meaning.same.test(tag) && isOpposite(meaning, style[meaning.property]));

/** Creates the inline elements that express the style of an element, or that end a meaning of `outer`, innermost first. */
export function createMarks(style: Attributes, own: string, outer: ReadonlySet<string>): Element[] {
  // They would separate media from their sources.
  if (kindOf(own) === 'media') return [];
  // In cells and blocks, `vertical-align` sets the alignment.
  const isText = ['inline', undefined].includes(kindOf(own));
  return MEANINGS.flatMap((meaning) => {
    const { tag, same, property, values } = meaning;
    const value = style[property];
    if (value === undefined || (property === 'vertical-align' && !isText)) return [];
    const end = `not-${tag}`;
    const current = [own, ...outer].find((one) => same.test(one) || one === end) ?? end;
    if (current === end) return values.test(value) ? createElement(tag) : [];
    // A decoration cannot be ended inside the element that has it.
    const isEnded = property.startsWith('font') && APPEARANCE_TAG.test(current) && isOpposite(meaning, value);
    return isEnded ? createElement('span', { class: end }) : [];
  });
}

const isZero = (value = ''): boolean => Number.parseFloat(value) === 0;
const OFF_SCREEN = /^-(?:\d{4}|999|\d{2,}r?em)/u;
const EMPTY_CLIP = /^rect\((?:0|1px|0px)[\s,]+(?:0|1px|0px)[\s,]+(?:0|1px|0px)/u;

export const hasTextSizeZero = ({ 'font-size': size }: Attributes): boolean => isZero(size);

const isTiny = (value = ''): boolean => Number.parseFloat(value) <= 1;

/** Returns whether an element without room of its own cuts off its content. */
function isCutOff(tag: string, style: Attributes): boolean {
  const { display = '', overflow = style['overflow-y'] ?? '' } = style;
  const hasBox = kindOf(tag) !== 'inline' || /block|flex|grid/u.test(display);
  const hasRoom = ['padding', 'padding-top', 'padding-bottom', 'min-height'].some((name) => style[name]);
  const hasNoHeight = isZero(style.height) || isZero(style['max-height']);
  return hasBox && !hasRoom && hasNoHeight && /^(?:hidden|clip)/u.test(overflow);
}

/** Returns whether an element is outside the page or has no size, like text for screen readers. */
function isOffScreen({ position = '', left = '', top = '', clip = '', ...style }: Attributes): boolean {
  if (OFF_SCREEN.test(style['text-indent'] ?? '') || /^inset\((?:50|100)%/u.test(style['clip-path'] ?? ''))
    return true;
  if (!/^(?:absolute|fixed)/u.test(position)) return false;
  const isPoint = style.overflow?.startsWith('hidden') && isTiny(style.width) && isTiny(style.height);
  return isPoint || OFF_SCREEN.test(left) || OFF_SCREEN.test(top) || EMPTY_CLIP.test(clip);
}

export function isHidden(tag: string, { hidden, open }: Attributes, style: Attributes): boolean {
  const { display = '', visibility = '' } = style;
  if (style.isShownByScript) return false;
  if (hidden !== undefined || display.startsWith('none') || style['mso-hide']?.startsWith('all')) return true;
  if (isZero(style.opacity) || isCutOff(tag, style) || isOffScreen(style)) return true;
  if (tag === 'dialog') return open === undefined;
  return /^(?:hidden|collapse)/u.test(visibility);
}

export const isBlockStyle = ({ display = '' }: Attributes): boolean =>
  /^(?:block|flex|grid|table|list-item)(?![a-z-])/u.test(display);

const INHERITED = ['white-space', 'font-family', 'font-size', 'direction'];

/** Returns the declarations that apply to text inside an element. */
export const inherit = (outer: Attributes, style: Attributes): Attributes =>
  INHERITED.some((name) => style[name])
    ? Object.fromEntries(INHERITED.map((name) => [name, style[name] ?? outer[name]]))
    : outer;

export const preservesLines = ({ 'white-space': space = '' }: Attributes): boolean =>
  /^(?:pre|break)/u.test(space);

/** Splits text at preserved line breaks. Preserved spaces become no-break spaces. */
export function splitPreservedLines(text: string, { 'white-space': space = '' }: Attributes): string[] {
  const lines = text.split(/\r\n?|\n/u);
  if (space.startsWith('pre-line')) return lines;
  return lines.map((line) => line.replaceAll('\t', '    ').replace(/^ (?= |$)|(?<= ) /gu, '\u00a0'));
}

export function findBackground({ background, 'background-image': image = background }: Attributes): string {
  return /\burl\(\s*["']?([^"')]*)/iu.exec(image ?? '')?.[1]?.trim() ?? '';
}

const SYMBOL_FONT = /^["']?(wingdings(?: [23])?|webdings|symbol)["']?(?:\s*,|$)/u;
/** Offset that Word may add to letters of symbol fonts. */
const PRIVATE_USE = 0xf000;

/** Characters of these fonts, each followed by a similar one that every device can show. */
const SIMILAR = new Map(
  '🗹☑ 🗷☒ 🗵☒ ⮽☒ 🞎☐ 🞏☐ 🞐☐ 🞑☐ 🗶✗ 🗴✗ 🗸✓ ⮚➢ 🞟◆ ⬥◆ ⬧◆ ⬩◆ 🞄• 🞅○ ⚬○ 🞆○ 🞈◉ ⬤● ⬛■ ⬜□ 🞍■ ⮞➤ μµ'
    .split(' ')
    .map((pair) => [...pair] as [string, string]),
);
const ARROWS = '←↑→↓↖↗↘↙';
const [FIRST_ARROW, FIRST_DIAGONAL_ARROW, LAST_ARROW] = [0x1f800, 0x1f850, 0x1f8ff];

function toCommon(code: number, character: string): string {
  if (code < FIRST_ARROW || code > LAST_ARROW) return SIMILAR.get(character) ?? character;
  return ARROWS.charAt(code % (code < FIRST_DIAGONAL_ARROW ? 4 : ARROWS.length));
}

/** Replaces letters in a symbol font with the characters they look like. */
export function replaceSymbols(fonts = '', text = ''): string {
  const font = SYMBOL_FONT.exec(fonts)?.[1];
  if (!font) return text;
  return text.replace(/\S/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const symbol = codePoint(font, code < PRIVATE_USE ? code : code - PRIVATE_USE);
    return symbol ? toCommon(symbol.codePoint, symbol.string) : letter;
  });
}
