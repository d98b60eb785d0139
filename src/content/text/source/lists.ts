import type { Element, ElementContent } from 'hast';
import { BLANK, createElement, isElement } from '../elements.ts';
import type { Attributes } from '../parse-html.ts';
import type { StyledElement } from './styles.ts';

export const isList = (tag: string): boolean => tag === 'ul' || tag === 'ol';

/** State of the list around an item. `depth`: number of ordered lists around the item. */
export type List = ReturnType<typeof createList>;

const parseNumber = (text = '', otherwise = 0): number =>
  /^-?\d{1,6}$/u.test(text) ? Number(text) : otherwise;

export const createList = (
  tag: string,
  style: Attributes,
  { start, type }: Attributes,
  outer?: { depth: number },
) => ({
  marker: style.marker ?? parseString(style['list-style-type']),
  items: style.items,
  count: parseNumber(start, 1) - 1,
  depth: (outer?.depth ?? 0) + (tag === 'ol' ? 1 : 0),
  hasLevelStyle: tag === 'ol' && !type && !style['list-style-type'],
  isMarked: false,
});

/** Returns the marker if the list's style is a string. */
const parseString = (type = ''): string | undefined => /^["'](.{0,20})["']$/u.exec(type)?.[1];

const DIGITS = '〇一二三四五六七八九';

/** Returns a number below 100 as it is written in Chinese. */
function toHan(value: number): string {
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  if (tens === 0 || tens > 9) return [...`${value}`].map((digit) => DIGITS.charAt(Number(digit))).join('');
  return `${tens > 1 ? DIGITS.charAt(tens) : ''}十${ones > 0 ? DIGITS.charAt(ones) : ''}`;
}

const CHECK_MARKS: Attributes = { done: '☑ ', open: '☐ ', chosen: '◉ ', unchosen: '○ ' };

/** Returns the check mark for the state of a list item. */
export const toCheckMark = (state = ''): string => CHECK_MARKS[state] ?? '';

/** Starts the next item of a list, and returns its marker if it is text. */
export function startItem(list: List | undefined, style: Attributes, { value }: Attributes): string {
  const string = parseString(style['list-style-type']);
  if (string !== undefined) return string;
  const state = toCheckMark(style.check ?? list?.items);
  if (list) list.isMarked = state !== '';
  if (!list || state) return state;
  list.count = parseNumber(value, list.count + 1);
  const { marker = '', count } = list;
  return marker.replace('一', toHan(count)).replace('1', `${count}`);
}

/** Matches the classes for the allowed values of `list-style-type` and `type`. */
const LIST_CLASS =
  /^list-(?:none|disc|circle|square|decimal(?:-leading-zero)?|[aAiI]|(?:lower|upper)-(?:alpha|latin|roman)|lower-greek|cjk-ideographic|(?:simp|trad)-chinese-informal)$/u;

/** Returns whether an item contains only lists. Browsers show two markers on its line. */
const hasOnlyLists = (content: readonly ElementContent[]): boolean =>
  content.some((node) => isElement(node, 'ul', 'ol')) &&
  content.every((node) => isElement(node, 'ul', 'ol') || (node.type === 'text' && BLANK.test(node.value)));

export function findListClass(
  { tag, style, attributes }: StyledElement,
  marker: string,
  content: readonly ElementContent[],
  list?: List,
): string | undefined {
  if (tag !== 'li' && !isList(tag)) return undefined;
  if (style.marker || marker || (tag === 'li' && hasOnlyLists(content))) return 'list-none';
  const numbers = style.levelStyles?.split(' ') ?? [];
  const level = list?.hasLevelStyle ? Number(style.level ?? list.depth - 1) : 0;
  const number = level > 0 ? numbers[level % numbers.length] : '';
  const types = [...(style['list-style-type'] ?? '').split(' '), attributes.type ?? '', number ?? ''];
  return types
    .flatMap((name) => [`list-${name}`, `list-${name.toLowerCase()}`])
    .find((name) => LIST_CLASS.test(name));
}

/** Nests flat list items by `level`. Unnumbered items do not advance the number. */
export function arrangeItems(tag: string, content: readonly ElementContent[]): ElementContent[] {
  const roots: ElementContent[] = [];
  const open: { level: number; item: Element }[] = [];
  for (const node of content) {
    const level = isElement(node, 'li') ? Number(node.properties.level ?? 0) : 0;
    while ((open.at(-1)?.level ?? -1) >= level) open.pop();
    const parent = open.at(-1)?.item;
    const last = parent?.children.at(-1);
    if (!parent) roots.push(node);
    else if (last && isElement(last, tag) && last.properties.level) last.children.push(node);
    else parent.children.push(createElement(tag, { level }, [node]));
    if (isElement(node, 'li')) open.push({ level, item: node });
  }
  if (tag === 'ol') numberItems(roots);
  return roots;
}

/** Numbers items whose markers are not in their order: those that do not count, and levels without an item above them. */
function numberItems(items: readonly ElementContent[]): void {
  let last = 0;
  let numbers: number[] = [];
  for (const { properties, children } of items.filter((node) => isElement(node, 'li'))) {
    const level = Number(properties.level ?? 0);
    numbers = numbers.slice(0, level + 1);
    const number = properties.isUnnumbered ? last : (numbers[level] ?? 0) + 1;
    if (!properties.isUnnumbered) numbers[level] = number;
    if (number !== last + 1) properties.value ??= `${number}`;
    last = number;
    for (const list of children)
      if (isElement(list, 'ol') && list.properties.level) numberItems(list.children);
  }
}
