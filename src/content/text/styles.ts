export type Attributes = Readonly<Record<string, string | undefined>>;

/** Matches styles with a meaning. Most styles only change the appearance of a text. */
const MEANINGFUL = /display|visibility|hide|weight|font-style|font\s*:|decoration|vertical|list/iu;

/** Returns the declarations of a style in normal form: `;display:none;color:red`. */
export function normaliseStyle(style = ''): string {
  if (!MEANINGFUL.test(style)) return '';
  const oneSpaced = style.toLowerCase().replace(/\s+/gu, ' ');
  return `;${oneSpaced.replace(/ ?([:;]) ?/gu, '$1')}`;
}

/** Tags with the same meaning, the style that expresses this meaning, and the style that cancels it. */
const MEANINGS: readonly [tags: [string, ...string[]], meaning: RegExp, opposite: RegExp][] = [
  [
    ['strong', 'b', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    /;font(?:-weight)?:(?:[^;]* )?(?:bold|bolder|[6-9]00)\b/u,
    /;font-weight:(?:normal|[1-5]00)\b/u,
  ],
  [['em', 'i'], /;font(?:-style)?:(?:[^;]* )?(?:italic|oblique)\b/u, /;font-style:normal/u],
  [['u', 'ins', 'a'], /;text-decoration(?:-line)?:[^;]*underline/u, /;text-decoration(?:-line)?:none/u],
  [['s', 'del'], /;text-decoration(?:-line)?:[^;]*line-through/u, /;text-decoration(?:-line)?:none/u],
  [['sup'], /;vertical-align:super/u, /;vertical-align:baseline/u],
  [['sub'], /;vertical-align:sub\b/u, /;vertical-align:baseline/u],
];

/** Returns the inline tags that express a style, unless an outer tag already has the same meaning. */
export const tagsForStyle = (style: string, outer: readonly string[]): string[] =>
  MEANINGS.flatMap(([tags, meaning]) =>
    meaning.test(style) && !tags.some((tag) => outer.includes(tag)) ? tags[0] : [],
  );

/** Returns whether a style cancels the meaning of an inline tag. The meaning of changes does not depend on their style. */
export const isCancelled = (tag: string, style: string): boolean =>
  tag !== 'del' &&
  tag !== 'ins' &&
  MEANINGS.some(([tags, , opposite]) => tags.includes(tag) && opposite.test(style));

/** Returns whether a style ends the bold or italic type of an outer tag. Other meanings cannot be ended inside their tag. */
export const isReset = (tag: string, style: string): boolean =>
  /^(?:strong|b|em|i)$/u.test(tag) && isCancelled(tag, style);

export const isHiddenStyle = (style: string, { hidden, id }: Attributes): boolean =>
  hidden !== undefined ||
  // The last declaration applies.
  style.slice(style.lastIndexOf(';display:')).startsWith(';display:none') ||
  style.includes(';mso-hide:all') ||
  // WeChat hides the whole text until its script runs.
  (/;visibility:(?:hidden|collapse)/u.test(style) && id !== 'js_content');

export const isBlockStyle = (style: string): boolean =>
  /;display:(?:block|flex|grid|table|list-item)(?![a-z-])/u.test(style);

/** Matches the classes for the allowed values of `list-style-type`. */
export const LIST_CLASS =
  /^list-(?:none|disc|circle|square|decimal(?:-leading-zero)?|(?:lower|upper)-(?:alpha|latin|roman)|lower-greek|cjk-ideographic|(?:simp|trad)-chinese-informal)$/u;
/** Values of `type`, and Quill's `bullet`. */
const LIST_TYPES: Attributes = {
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
  bullet: 'disc',
};

/** Returns the class for the numbering or bullets of a list or an item. */
export function findListClass(tag: string, style: string, type = ''): string | undefined {
  if (!/^(?:[ou]l|li)$/u.test(tag)) return undefined;
  const [, written = ''] = /;list-style(?:-type)?:([^;]+)/u.exec(style) ?? [];
  const names = [...written.split(' '), LIST_TYPES[type] ?? type.toLowerCase()].map((name) => `list-${name}`);
  return names.find((name) => LIST_CLASS.test(name));
}
