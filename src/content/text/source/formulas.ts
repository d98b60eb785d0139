import type { Element, ElementContent } from 'hast';
import { createElement, createText, isElement, kindOf, MATH_ATTRIBUTES, MATH_TAGS } from '../elements.ts';
import type { SourceElement, SourceNode } from '../parse-html.ts';

/** Signs between the parts of a formula, for readers who see only its text. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  msup: ['^'],
  msub: ['_'],
  msubsup: ['_', '^'],
  munder: ['_'],
  munderover: ['_', '^'],
  mfrac: ['/', ' '],
  mroot: ['^1/'],
};

const row = (children: ElementContent[] = []): Element => createElement('mrow', {}, children);

/** Adds a note that only browsers without MathML, text browsers and plain text show. */
const annotate = (node: Element, note: string): Element =>
  note ? createElement('semantics', {}, [node, createElement('annotation', {}, [createText(note)])]) : node;

const addBrackets = (node: Element): Element =>
  node.children.length <= 1 ? node : row([annotate(row(), '('), annotate(node, ')')]);

/** Separates the parts of a formula, so that 10 with the exponent 6 never reads as 106. */
function addSigns(tag: string, parts: ElementContent[]): ElementContent[] {
  if (tag === 'msqrt') return [annotate(row(), '√'), addBrackets(row(parts))];
  const signs = SIGNS[tag];
  if (!signs) return parts;
  return parts
    .filter((part) => isElement(part))
    .map((part, at) => annotate(at > 0 || tag === 'mfrac' ? addBrackets(part) : part, signs[at] ?? ''));
}

const hasMath = (node: SourceNode): boolean =>
  'tagName' in node && (node.tagName === 'math' || node.childNodes.some(hasMath));

/** Returns the formula that an element is: MathML, or the TeX source of one that has no MathML. */
export function findFormula(node: SourceElement, tex = ''): Element | undefined {
  if (node.tagName === 'math') return readFormula(node);
  return tex && !hasMath(node) ? createElement('code', {}, [createText(tex)]) : undefined;
}

/** Converts MathML to its safe elements. Other elements are replaced with their content. */
function readFormula({ tagName, attrs, childNodes }: SourceElement): Element {
  const properties = Object.fromEntries(
    attrs.filter(({ name }) => MATH_ATTRIBUTES.includes(name)).map(({ name, value }) => [name, value]),
  );
  return createElement(tagName, properties, addSigns(tagName, childNodes.flatMap(readPart)));
}

function readPart(node: SourceNode): ElementContent[] {
  if ('value' in node) return node.value.trim() === '' ? [] : [createText(node.value)];
  if (!('tagName' in node) || node.tagName.startsWith('annotation')) return [];
  if (MATH_TAGS.has(node.tagName) && node.tagName !== 'semantics') return [readFormula(node)];
  return kindOf(node.tagName) === 'removed' ? [] : node.childNodes.flatMap(readPart);
}
