import type { Attributes, Count, SourceElement } from '../parse-html.ts';
import { EDITORS } from './editors.ts';
import { parseStyle } from './styles.ts';

type Rule = {
  ancestor?: string;
  tag?: string;
  classes: readonly string[];
  attributes: readonly (readonly [name: string, value?: string])[];
  style: Attributes;
  order: number;
};

/** Matches the selectors that are supported: tag, classes and attributes, after the tag of an ancestor if needed. */
const SELECTOR = /^(?:([a-z]\w*) )?([a-z]\w*)?((?:\.[\w-]+)*)((?:\[[\w-]+(?:="[^"]*")?\])*)$/iu;
const ATTRIBUTE = /\[([\w-]+)(?:="([^"]*)")?\]/gu;
/** Returns the rules of a style sheet, except those inside `@media` and the like. */
function splitRules(css: string): [selectors: string[], style: Attributes][] {
  const rules: [string[], Attributes][] = [];
  let isInBlock = false;
  for (const [selectors = '', ...blocks] of css.split('}').map((part) => part.split('{'))) {
    if (blocks.length !== 1) isInBlock = blocks.length > 1;
    else if (!isInBlock) rules.push([selectors.replace('<!--', '').split(','), parseStyle(blocks[0])]);
  }
  return rules;
}

function parseRule(selector: string, style: Attributes, order: number): Rule | undefined {
  const match = SELECTOR.exec(selector.trim());
  if (!match) return undefined;
  const [, ancestor, tag, classes = '', attributes = ''] = match;
  return {
    ancestor: ancestor?.toLowerCase(),
    tag: tag?.toLowerCase(),
    classes: classes.split('.').filter(Boolean),
    attributes: [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value]) => [name, value]),
    style,
    order,
  };
}

/** Returns the most specific part of a selector, under which its rules are found. */
const findKey = ({ tag, classes: [first], attributes: [attribute] }: Rule): string | undefined =>
  (first && `.${first}`) || (attribute && `[${attribute[0]}`) || tag;

type Rules = Map<string, Rule[]>;

function addRule(rules: Rules, rule: Rule | undefined): void {
  const key = rule && findKey(rule);
  if (!rule || !key) return;
  const others = rules.get(key);
  if (others) others.push(rule);
  else rules.set(key, [rule]);
}

const EDITOR_RULES: Rules = new Map();
for (const [order, [, selector, style]] of EDITORS.entries())
  addRule(EDITOR_RULES, parseRule(selector, style, order));

/** Creates the style sheet of a text: the rules of known editors, and those of its `<style>` elements, in this order. */
export function createStyleSheet(count: Count) {
  const ownRules: Rules = new Map();
  let order = EDITORS.length;

  function addRules({ childNodes }: SourceElement): void {
    const css = childNodes.map((node) => ('value' in node ? node.value : '')).join('');
    for (const [selectors, style] of splitRules(css)) {
      count('tags');
      if (Object.keys(style).length > 0)
        for (const selector of selectors) addRule(ownRules, parseRule(selector, style, order++));
    }
  }

  /** Returns the style of an element inside the tags of `outer`. */
  function styleOf(
    { tagName }: SourceElement,
    attributes: Attributes,
    outer: ReadonlySet<string>,
  ): Attributes {
    const { class: classNames, face, style: text } = attributes;
    const own = parseStyle(face ? `font-family:${face};${text ?? ''}` : text);
    const classes = classNames?.split(/\s+/u) ?? [];
    const found: Rule[] = [];
    const find = (key: string): void => {
      for (const rules of [EDITOR_RULES, ownRules])
        for (const rule of rules.get(key) ?? []) {
          count('attributes');
          const { ancestor, tag, classes: names, attributes: values } = rule;
          const isMatch =
            (!tag || tag === tagName) &&
            (!ancestor || outer.has(ancestor)) &&
            names.every((name) => classes.includes(name)) &&
            values.every(
              ([name, value = attributes[name]]) => value !== undefined && attributes[name] === value,
            );
          if (isMatch) found.push(rule);
        }
    };
    find(tagName);
    for (const name in attributes) find(`[${name}`);
    for (const name of classes) find(`.${name}`);
    if (found.length === 0) return own;
    found.sort((one, other) => one.order - other.order);
    return Object.assign({}, ...found.map((rule) => rule.style), own);
  }

  return { addRules, styleOf };
}
