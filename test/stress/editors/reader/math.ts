const SIGNS: Record<string, string> = { msup: '^', msub: '_', mfrac: '/', mover: '^', munder: '_' };

/** Returns MathML as a line: `10^6`, `(a+b)/(2)`. Parentheses enclose parts of several signs. */
export function readMath(node: Element): string {
  const parts = [...node.children].filter(({ localName }) => !/^annotation/u.test(localName));
  if (parts.length === 0) return (node.textContent ?? '').replace(/[\s\u2061-\u2064\u200b]+/gu, '');
  const texts = parts.map(readMath);
  const sign = SIGNS[node.localName];
  const enclosed = texts.map((text) => (text.length > 1 ? `(${text})` : text));
  if (sign) return isNumber(texts[0]) ? `${texts[0]}${sign}${enclosed[1]}` : enclosed.join(sign);
  if (node.localName === 'msubsup') return `${enclosed[0]}_${enclosed[1]}^${enclosed[2]}`;
  if (node.localName === 'msqrt') return `√(${texts.join('')})`;
  return texts.join('');
}

const isNumber = (text = ''): boolean => /^[\d.,]+$/u.test(text);

/** Formula as a line of text, and its source. */
export type Formula = { text: string; tex?: string };

/** Returns the formula that an element shows, or undefined. */
export function readFormula(element: Element): Formula | undefined {
  const isRendered = element.matches('.katex, .katex-display, mjx-container');
  if (!isRendered && element.localName !== 'math') return undefined;
  const math = isRendered ? element.querySelector('math') : element;
  const tex = element.querySelector('annotation[encoding="application/x-tex"]')?.textContent ?? undefined;
  return { text: math ? readMath(math) : (element.textContent ?? ''), tex };
}
