import type { Element } from 'hast';
import { createElement, kindOf } from './elements.ts';

export type Attributes = Readonly<Record<string, string | undefined>>;

/** Matches styles with a meaning. Most styles have none, and parsing them is slow. */
const MEANINGFUL = /display|visibility|hide|weight|font-style|font\s*:|decoration|vertical|list/iu;

/** Returns the declarations of a style. The last one of a property applies. */
export function parseStyle(text = ''): Attributes {
  if (!MEANINGFUL.test(text)) return {};
  const declarations = text.toLowerCase().split(';');
  const style: Attributes = Object.fromEntries(
    declarations.map((declaration) => declaration.split(':', 2).map((part) => part.trim())),
  );
  const { font, 'text-decoration-line': line, 'list-style': list } = style;
  return {
    'font-weight': font,
    'font-style': font,
    'text-decoration': line,
    'list-style-type': list,
    ...style,
  };
}

type Meaning = { tag: string; same: RegExp; property: string; values: RegExp };

/** Meanings of text: the inline tag, all tags with the same meaning, and the property and values that express it. */
const MEANINGS: readonly Meaning[] = [
  { tag: 'strong', same: /^(?:strong|b|th|h\d)$/u, property: 'font-weight', values: /\bbold|\b[6-9]00\b/u },
  { tag: 'em', same: /^(?:em|i)$/u, property: 'font-style', values: /\b(?:italic|oblique)\b/u },
  { tag: 'u', same: /^(?:u|ins|a)$/u, property: 'text-decoration', values: /underline/u },
  { tag: 's', same: /^(?:s|del)$/u, property: 'text-decoration', values: /line-through/u },
  { tag: 'sup', same: /^sup$/u, property: 'vertical-align', values: /^super/u },
  { tag: 'sub', same: /^sub$/u, property: 'vertical-align', values: /^sub\b/u },
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

export function isHidden(tag: string, { id, hidden, open }: Attributes, style: Attributes): boolean {
  const { display = '', visibility = '', 'mso-hide': msoHide = '' } = style;
  if (hidden !== undefined || display.startsWith('none') || msoHide.startsWith('all')) return true;
  if (tag === 'dialog') return open === undefined;
  // WeChat hides the whole text until its script runs.
  return /^(?:hidden|collapse)/u.test(visibility) && id !== 'js_content';
}

export const isBlockStyle = ({ display = '' }: Attributes): boolean =>
  /^(?:block|flex|grid|table|list-item)(?![a-z-])/u.test(display);

/** Matches the classes for the allowed values of `list-style-type` and `type`, and for Quill's bullets. */
const LIST_CLASS =
  /^list-(?:none|disc|bullet|circle|square|decimal(?:-leading-zero)?|[aAiI]|(?:lower|upper)-(?:alpha|latin|roman)|lower-greek|cjk-ideographic|(?:simp|trad)-chinese-informal)$/u;

/** Returns the class for the numbering or bullets of a list or an item. */
export function findListClass(tag: string, style: Attributes, attributes: Attributes): string | undefined {
  if (!/^(?:[ou]l|li)$/u.test(tag)) return undefined;
  const types = [style['list-style-type'], attributes['data-list'], attributes.type].join(' ').split(' ');
  return types
    .flatMap((type) => [`list-${type}`, `list-${type.toLowerCase()}`])
    .find((name) => LIST_CLASS.test(name));
}
