import type { Element, ElementContent } from 'hast';
import { createElement, createText, isElement, kindOf, MATH_ATTRIBUTES, MATH_TAGS } from '../elements.ts';
import type { Attributes, SourceElement, SourceNode } from '../parse-html.ts';

/** Operators between the parts of a formula, for readers who see only its text. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  msup: ['^'],
  msub: ['_'],
  msubsup: ['_', '^'],
  munder: ['_'],
  munderover: ['_', '^'],
  mfrac: ['/', ' '],
  mroot: ['^1/'],
  mmultiscripts: ['_', '^', ' ', ' ', ' ', ' '],
};

const SEPARATORS: Readonly<Record<string, string>> = { mtr: ' ', mtable: '; ' };

const row = (children: ElementContent[] = []): Element => createElement('mrow', {}, children);

/** Adds a note that only browsers without MathML, text browsers and plain text show. */
const annotate = (node: Element, note: string): Element =>
  note ? createElement('semantics', {}, [node, createElement('annotation', {}, [createText(note)])]) : node;

const addBrackets = (node: Element): Element =>
  node.children.length <= 1 ? node : row([annotate(row(), '('), annotate(node, ')')]);

/** Separates the parts of a formula, so that 10 with the exponent 6 never reads as 106. */
function addOperators(tag: string, parts: ElementContent[]): ElementContent[] {
  if (tag === 'msqrt') return [annotate(row(), '√'), addBrackets(row(parts))];
  const operators = OPERATORS[tag] ?? parts.map(() => SEPARATORS[tag] ?? '');
  if (!operators.some(Boolean)) return parts;
  return parts
    .filter((part) => isElement(part))
    .map((part, at) => annotate(at > 0 || tag === 'mfrac' ? addBrackets(part) : part, operators[at] ?? ''));
}

function findMath(node: SourceNode): SourceElement | undefined {
  if (!('tagName' in node) || node.tagName === 'math') return 'tagName' in node ? node : undefined;
  for (const child of node.childNodes) {
    const math = findMath(child);
    if (math) return math;
  }
  return undefined;
}

/** Returns an element's MathML, or its TeX source if it has none. */
export function findFormula(node: SourceElement, style: Attributes, tex = ''): Element | undefined {
  if (node.tagName !== 'math' && !style.hasFormula && !tex) return undefined;
  const math = findMath(node);
  if (math) return readFormula(math);
  return tex ? createElement('code', {}, [createText(tex)]) : undefined;
}

/** Converts MathML to its safe elements. Other elements are replaced with their content. */
function readFormula({ tagName, attrs, childNodes }: SourceElement): Element {
  const properties = Object.fromEntries(
    attrs.filter(({ name }) => MATH_ATTRIBUTES.includes(name)).map(({ name, value }) => [name, value]),
  );
  return createElement(tagName, properties, addOperators(tagName, childNodes.flatMap(readPart)));
}

function readPart(node: SourceNode): ElementContent[] {
  if ('value' in node) return node.value.trim() === '' ? [] : [createText(node.value)];
  if (!('tagName' in node) || node.tagName.startsWith('annotation')) return [];
  if (MATH_TAGS.has(node.tagName) && node.tagName !== 'semantics') return [readFormula(node)];
  return kindOf(node.tagName) === 'removed' ? [] : node.childNodes.flatMap(readPart);
}
