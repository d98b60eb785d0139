import type { Element } from 'hast';

export type Style = ReadonlyMap<string, string>;

const NO_STYLE: Style = new Map();
/** Most styles of editors only say how a text looks. */
const MEANINGFUL = /display|visibility|hide|weight|font-style|font\s*:|decoration|vertical|list/iu;

/** Declarations of an element's style, in lower case. */
export function styleOf({ properties: { style } }: Element): Style {
  if (typeof style !== 'string' || !MEANINGFUL.test(style)) return NO_STYLE;
  const declarations = style.toLowerCase().replaceAll('!important', '').split(';');
  return new Map(declarations.map((one) => [before(one, ':'), one.slice(one.indexOf(':') + 1).trim()]));
}

const before = (text: string, mark: string): string => text.slice(0, text.indexOf(mark)).trim();

const HIDDEN_TAGS = new Set(['template', 'xml', 'head', 'title']);
/** WeChat hides the whole text until its script runs. */
const SHOWN_LATER = 'js_content';

export const isHidden = ({ tagName, properties: { hidden, open, id } }: Element, style: Style): boolean =>
  HIDDEN_TAGS.has(tagName) ||
  (tagName === 'dialog' && open === undefined) ||
  (hidden !== undefined && hidden !== null && hidden !== false) ||
  style.get('display') === 'none' ||
  (/^(?:hidden|collapse)$/u.test(style.get('visibility') ?? '') && id !== SHOWN_LATER) ||
  style.get('mso-hide') === 'all';

export const isDisplayedAsBlock = (style: Style): boolean =>
  /^(?:block|flex|grid|table|list-item)$/u.test(style.get('display') ?? '');

/** Inline tags with the same meaning as a style: the first is written; the others have it too, as headings are bold. */
const MEANINGS: readonly [tags: string[], property: RegExp, value: RegExp, opposite: RegExp][] = [
  [
    ['strong', 'b', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    /^font(?:-weight)?$/u,
    /(?:^|\s)(?:bold|bolder|[6-9]00)(?:\s|$)/u,
    /^(?:normal|[1-5]00)$/u,
  ],
  [['em', 'i'], /^font(?:-style)?$/u, /(?:^|\s)(?:italic|oblique)(?:\s|$)/u, /^normal$/u],
  [['u', 'a', 'ins'], /^text-decoration(?:-line)?$/u, /underline/u, /^none$/u],
  [['s', 'del', 'strike'], /^text-decoration(?:-line)?$/u, /line-through/u, /^none$/u],
  [['sup'], /^vertical-align$/u, /^super$/u, /^baseline$/u],
  [['sub'], /^vertical-align$/u, /^sub$/u, /^baseline$/u],
];
/** Tags whose meaning is not only how they look. */
const MORE_THAN_LOOKS = /^(?:a|ins|del|th|h\d)$/u;

const NO_MEANING = { marks: [], isPlain: false };

/** Inline tags that a style means for an element; `isPlain`: the style takes the meaning of the tag away. */
export function meaningOf(tagName: string, style: Style): { marks: string[]; isPlain: boolean } {
  if (style.size === 0) return NO_MEANING;
  const marks: string[] = [];
  let isPlain = false;
  for (const [property, value] of style) {
    for (const [tags, name, meaning, opposite] of MEANINGS) {
      if (!name.test(property)) continue;
      if (tags.includes(tagName)) isPlain ||= opposite.test(value) && !MORE_THAN_LOOKS.test(tagName);
      else if (meaning.test(value)) marks.push(tags[0] ?? '');
    }
  }
  return { marks: [...new Set(marks)], isPlain };
}

/** Values of `list-style-type` that have a class, with the value of an ordered list's `type`. */
const LIST_TYPES: Readonly<Record<string, string | undefined>> = {
  none: undefined,
  disc: undefined,
  circle: undefined,
  square: undefined,
  decimal: '1',
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
  'cjk-ideographic': undefined,
  'simp-chinese-informal': undefined,
};

/** Attributes that keep the numbering or the bullets of a list: `type` for browsers without styles. */
export function listProperties({ tagName, properties }: Element, style: Style) {
  const written = style.get('list-style-type') ?? style.get('list-style')?.split(/\s+/u).find(isListType);
  const [ofType] = Object.entries(LIST_TYPES).find(([, type]) => type && type === properties.type) ?? [];
  const name = [written, ofType, String(properties.type)].find(isListType);
  if (name === undefined) return {};
  const type = tagName === 'ol' ? LIST_TYPES[name] : undefined;
  return { className: [`list-${name}`], ...(type && { type }) };
}

const isListType = (name: string | undefined): boolean =>
  name !== undefined && Object.hasOwn(LIST_TYPES, name);
