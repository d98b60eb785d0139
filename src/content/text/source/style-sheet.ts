import type { Attributes, Count, SourceElement } from '../parse-html.ts';
import { EDITORS, SELECTED_ATTRIBUTES } from './editors.ts';
import { parseStyle } from './styles.ts';

/** `parts`: tag, classes and attributes of the element, as in the selector. */
type Rule = { ancestor?: string; parts: readonly string[]; style: Attributes; order: number };
type Rules = Map<string, Rule[]>;

/** Matches the supported selectors: tag, classes and attributes, after the tag of an ancestor if needed. */
const SELECTOR = /^(?:([a-z]\w*) )?((?:[a-z][\w-]*)?(?:\.[\w-]+)*(?:\[[\w-]+(?:="[^"]*")?\])*)$/iu;
const PART = /^[\w-]+|\.[\w-]+|\[[^[\]]+\]/gu;

function splitRules(css: string): [selectors: string[], style: Attributes][] {
  const rules: [string[], Attributes][] = [];
  let isInBlock = false;
  for (const [selectors = '', ...blocks] of css.split('}').map((part) => part.split('{'))) {
    if (blocks.length !== 1) isInBlock = blocks.length > 1;
    else if (!isInBlock) rules.push([selectors.replace('<!--', '').split(','), parseStyle(blocks[0])]);
  }
  return rules;
}

/** Adds a rule under the last part of its selector, unless the selector is not supported. */
function addRule(rules: Rules, selector: string, style: Attributes, order: number): void {
  const [, ancestor, element = ''] = SELECTOR.exec(selector.trim()) ?? [];
  const parts = (element.match(PART) ?? []).map((part) => (/^\w/u.test(part) ? part.toLowerCase() : part));
  const key = parts.at(-1);
  if (key === undefined) return;
  const others = rules.get(key) ?? [];
  rules.set(key, others);
  others.push({ ancestor: ancestor?.toLowerCase(), parts, style, order });
}

const EDITOR_RULES: Rules = new Map();
for (const [order, [, selector, style]] of EDITORS.entries()) addRule(EDITOR_RULES, selector, style, order);

/** Returns what attributes of older HTML mean. */
const toDeclarations = ({ face, size, background, dir }: Attributes): string =>
  (face ? `font-family:${face};` : '') +
  (size ? 'font-size:medium;' : '') +
  (background ? `background:url("${background}");` : '') +
  (dir ? `direction:${dir};` : '');

/** Creates the style sheet of a text: the rules of known editors, and those of its `<style>` elements, in this order. */
export function createStyleSheet(count: Count) {
  const ownRules: Rules = new Map();
  let order = EDITORS.length;

  function addRules({ childNodes }: SourceElement): void {
    const css = childNodes.map((node) => ('value' in node ? node.value : '')).join('');
    for (const [selectors, style] of splitRules(css)) {
      count('tags', selectors.length);
      if (Object.keys(style).length > 0)
        for (const selector of selectors) addRule(ownRules, selector, style, order++);
    }
  }

  /** Returns the style of an element inside the tags of `outer`. */
  function styleOf(
    { tagName }: SourceElement,
    attributes: Attributes,
    outer: ReadonlySet<string>,
  ): Attributes {
    const { class: classNames, style: text = '' } = attributes;
    const own = parseStyle(toDeclarations(attributes) + text);
    const parts = new Set([tagName]);
    for (const name in attributes)
      if (SELECTED_ATTRIBUTES.has(name)) parts.add(`[${name}]`).add(`[${name}="${attributes[name]}"]`);
    for (const name of classNames?.split(/\s+/u) ?? []) parts.add(`.${name}`);
    const found: Rule[] = [];
    for (const part of parts)
      for (const rules of [EDITOR_RULES, ownRules])
        for (const rule of rules.get(part) ?? []) {
          count('attributes', rule.parts.length);
          const isInside = !rule.ancestor || outer.has(rule.ancestor);
          if (isInside && rule.parts.every((one) => parts.has(one))) found.push(rule);
        }
    if (found.length === 0) return own;
    const style = {};
    found.sort((one, other) => one.order - other.order);
    for (const rule of found) Object.assign(style, rule.style);
    return Object.assign(style, own);
  }

  return { addRules, styleOf };
}
