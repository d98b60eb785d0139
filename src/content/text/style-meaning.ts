import type { Element } from 'hast';
import { LIST_CLASS } from './tags.ts';

/** Most editors' styles only change how a text looks. */
const MEANINGFUL = /display|visibility|hide|weight|font-style|font\s*:|decoration|vertical|list/iu;

/** Returns the declarations of an element's style in normal form: `;display:none;color:red`. */
export function styleOf({ properties: { style } }: Element): string {
  if (typeof style !== 'string' || !MEANINGFUL.test(style)) return '';
  const oneSpaced = style.toLowerCase().replace(/\s+/gu, ' ');
  return `;${oneSpaced.replace(/ ?([:;]) ?/gu, '$1')}`;
}

/** The tag that a style means, the style, and the style that cancels the tag's meaning. */
const MEANINGS: readonly [tag: string, meaning: RegExp, opposite: RegExp][] = [
  ['strong', /;font(?:-weight)?:(?:[^;]* )?(?:bold|bolder|[6-9]00)\b/u, /;font-weight:(?:normal|[1-5]00)\b/u],
  ['em', /;font(?:-style)?:(?:[^;]* )?(?:italic|oblique)\b/u, /;font-style:normal/u],
  ['u', /;text-decoration(?:-line)?:[^;]*underline/u, /;text-decoration(?:-line)?:none/u],
  ['s', /;text-decoration(?:-line)?:[^;]*line-through/u, /;text-decoration(?:-line)?:none/u],
  ['sup', /;vertical-align:super/u, /;vertical-align:baseline/u],
  ['sub', /;vertical-align:sub\b/u, /;vertical-align:baseline/u],
];
/** Tags that mean the same as a tag of the table above. */
const CANONICAL_TAGS: Readonly<Record<string, string>> = { b: 'strong', i: 'em', a: 'u', ins: 'u', del: 's' };

export const canonicalTag = (tag: string): string => CANONICAL_TAGS[tag] ?? tag;

/** Returns the inline tags that a style means. */
export const tagsOf = (style: string): string[] =>
  style === '' ? [] : MEANINGS.flatMap(([tag, meaning]) => (meaning.test(style) ? tag : []));

/** Returns whether a style cancels the meaning of an inline tag. */
export const isUndone = (tag: string, style: string): boolean =>
  /^(?:strong|b|em|i|u|s|su[bp])$/u.test(tag) &&
  MEANINGS.some(([other, , opposite]) => other === canonicalTag(tag) && opposite.test(style));

export const isHidden = ({ tagName, properties: { hidden, open, id } }: Element, style: string): boolean =>
  (hidden !== undefined && hidden !== null && hidden !== false) ||
  (tagName === 'dialog' && open === undefined) ||
  /;(?:display:none|mso-hide:all)/u.test(style) ||
  // WeChat hides the whole text until its script runs.
  (/;visibility:(?:hidden|collapse)/u.test(style) && id !== 'js_content');

export const isDisplayedAsBlock = (style: string): boolean =>
  /;display:(?:block|flex|grid|table|list-item)(?![a-z-])/u.test(style);

const LIST_TYPES = new Map([
  ['a', 'lower-alpha'],
  ['A', 'upper-alpha'],
  ['i', 'lower-roman'],
  ['I', 'upper-roman'],
  ['1', 'decimal'],
]);

/** Returns the class for the numbering or bullets of a list. */
export function listClass({ properties: { type } }: Element, style: string): string[] | undefined {
  const [, written = ''] = /;list-style(?:-type)?:([^;]+)/u.exec(style) ?? [];
  const names = [...written.split(' '), LIST_TYPES.get(String(type)) ?? type].map((name) => `list-${name}`);
  const name = names.find((one) => LIST_CLASS.test(one));
  return name === undefined ? undefined : [name];
}
