import { EDITORS } from './editors.ts';
import type { Count, SourceElement } from './parse-html.ts';
import { type Attributes, parseStyle } from './styles.ts';

type Rule = {
  ancestor?: string;
  tag?: string;
  classes: readonly string[];
  attributes: readonly (readonly [name: string, value?: string])[];
  style: Attributes;
};

/** Matches the selectors that are supported: tag, classes and attributes, after the tag of an ancestor if needed. */
const SELECTOR = /^(?:([a-z]\w*) )?([a-z]\w*)?((?:\.[\w-]+)*)((?:\[[\w-]+(?:="[^"]*")?\])*)$/iu;
const ATTRIBUTE = /\[([\w-]+)(?:="([^"]*)")?\]/gu;
/** Matches rules for other media, whose blocks contain rules. */
const AT_BLOCK = /@[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/gu;

function parseRule(selector: string, style: Attributes): Rule | undefined {
  const match = SELECTOR.exec(selector.trim());
  if (!match) return undefined;
  const [, ancestor, tag, classes = '', attributes = ''] = match;
  return {
    ancestor: ancestor?.toLowerCase(),
    tag: tag?.toLowerCase(),
    classes: classes.split('.').filter(Boolean),
    attributes: [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value]) => [name, value]),
    style,
  };
}

/** Returns the most specific part of a selector, under which its rules are found. */
const findKey = ({ tag, classes: [first], attributes: [attribute] }: Rule): string | undefined =>
  (first && `.${first}`) || (attribute && `[${attribute[0]}`) || tag;

type Rules = Map<string, Rule[]>;

function addRule(rules: Rules, rule: Rule | undefined): void {
  const key = rule && findKey(rule);
  if (rule && key) rules.set(key, [...(rules.get(key) ?? []), rule]);
}

const EDITOR_RULES: Rules = new Map();
for (const [, selector, style] of EDITORS) addRule(EDITOR_RULES, parseRule(selector, style));

/** Creates the style sheet of a text: the rules of known editors, and those of its `<style>` elements, in this order. */
export function createStyleSheet(count: Count) {
  const rules: Rules = new Map();

  return {
    add({ childNodes }: SourceElement): void {
      const css = childNodes.map((node) => ('value' in node ? node.value : '')).join('');
      for (const [, selectors = '', declarations] of css
        .replace(AT_BLOCK, '')
        .matchAll(/([^{}]+)\{([^{}]*)\}/gu)) {
        const style = parseStyle(declarations);
        count('tags');
        if (Object.keys(style).length > 0)
          for (const selector of selectors.replace(/<!--/gu, '').split(','))
            addRule(rules, parseRule(selector, style));
      }
    },

    /** Returns the style of an element inside the tags of `outer`. */
    styleOf({ tagName }: SourceElement, attributes: Attributes, outer: ReadonlySet<string>): Attributes {
      const classes = (attributes.class ?? '').split(/\s+/u);
      const matches = (rule: Rule): boolean =>
        (!rule.tag || rule.tag === tagName) &&
        (!rule.ancestor || outer.has(rule.ancestor)) &&
        rule.classes.every((name) => classes.includes(name)) &&
        rule.attributes.every(
          ([name, value]) =>
            attributes[name] !== undefined && (value ?? attributes[name]) === attributes[name],
        );
      const keys = [
        tagName,
        ...Object.keys(attributes).map((name) => `[${name}`),
        ...classes.map((name) => `.${name}`),
      ];
      const found = [EDITOR_RULES, rules]
        .flatMap((all) => keys.flatMap((key) => all.get(key) ?? []))
        .filter(matches);
      const { face, style } = attributes;
      const own = parseStyle(face ? `font-family:${face};${style ?? ''}` : style);
      if (found.length === 0) return own;
      count('attributes', found.length);
      return Object.assign({}, ...found.map((rule) => rule.style), own);
    },
  };
}
