/** Properties that apply to the content of an element without inheritance. */
export type Outer = { decoration: string; shift: string; link?: string };

const MIN_SHIFT_PX = 2;
const OFF_SCREEN_PX = 500;

/** Returns whether an element and all its content are invisible. */
export function isRemoved(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.display === 'none' || Number(style.opacity) === 0) return true;
  if (/^(?:contents|inline)$/u.test(style.display) || element.localName === 'hr')
    return isMoved(element, style);
  const { width, height } = element.getBoundingClientRect();
  const isClipped = style.overflow !== 'visible' && (width <= 1 || height <= 1);
  return isClipped || isMoved(element, style);
}

/** Returns whether an element is clipped completely, or is beyond the left or the top edge. */
function isMoved(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.position !== 'absolute' && style.position !== 'fixed') return false;
  if (/inset\((?:50|100)%|circle\(0/u.test(style.clipPath) || /^rect\((?:0|1)px/u.test(style.clip))
    return true;
  const { right, bottom } = element.getBoundingClientRect();
  return right + scrollX < 0 || bottom + scrollY < 0;
}

export const isTextHidden = (style: CSSStyleDeclaration): boolean =>
  style.visibility !== 'visible' ||
  Number.parseFloat(style.fontSize) < 1 ||
  Number.parseFloat(style.textIndent) < -OFF_SCREEN_PX;

export const isInline = ({ display, float }: CSSStyleDeclaration): boolean =>
  /^(?:inline|contents|ruby|math)/u.test(display) && float === 'none';

/** Returns what an element adds to the content inside it. */
export function addOuter(element: Element, style: CSSStyleDeclaration, outer: Outer): Outer {
  const isInlineBox = style.display === 'inline';
  const isSeparate = /^inline-/u.test(style.display) || style.float !== 'none';
  const line = style.textDecorationLine;
  const own = `${line.includes('underline') ? 'u' : ''}${line.includes('line-through') ? 's' : ''}`;
  return {
    decoration: isSeparate ? own : outer.decoration + own,
    shift: isInlineBox ? readShift(element, style) || outer.shift : outer.shift,
    link: outer.link,
  };
}

function readShift(element: Element, style: CSSStyleDeclaration): string {
  const { verticalAlign, position, top } = style;
  if (verticalAlign === 'super') return '^';
  if (verticalAlign === 'sub') return '_';
  const size = (one: Element | null) => (one ? Number.parseFloat(getComputedStyle(one).fontSize) : 0);
  if (size(element) >= size(element.parentElement)) return '';
  const raised =
    Number.parseFloat(verticalAlign) || (position === 'relative' ? -Number.parseFloat(top) : 0) || 0;
  return Math.abs(raised) < MIN_SHIFT_PX ? '' : raised > 0 ? '^' : '_';
}

/** Elements that our style or the editor's shows in bold or italics as a whole. */
const BOLD_BLOCK = 'h1, h2, h3, h4, h5, h6, [role=heading], th, thead td, dt, summary, caption, figcaption';
const ITALIC_BLOCK = 'cite, address, dfn, var, figcaption, caption';

/** Returns the marks of a text, without those that only belong to the look of a block or a link. */
export function readMarks(parent: Element, style: CSSStyleDeclaration, outer: Outer): string {
  const quote = parent.closest('blockquote');
  const isItalicQuote = quote !== null && getComputedStyle(quote).fontStyle === 'italic';
  const isBold = Number(style.fontWeight) >= 600 && !parent.closest(BOLD_BLOCK);
  const isItalic = /italic|oblique/u.test(style.fontStyle) && !isItalicQuote && !parent.closest(ITALIC_BLOCK);
  const isUnderlined = outer.decoration.includes('u') && !outer.link && !parent.closest('abbr');
  return [
    isBold ? 'b' : '',
    isItalic ? 'i' : '',
    isUnderlined ? 'u' : '',
    outer.decoration.includes('s') ? 's' : '',
    outer.shift,
  ].join('');
}

const MONOSPACE = /mono|courier|consolas|menlo/iu;

/** Returns whether an element shows lines of code as they are. */
export const isCode = (element: Element, style: CSSStyleDeclaration): boolean =>
  element.closest('pre') !== null ||
  (style.whiteSpaceCollapse !== 'collapse' && MONOSPACE.test(style.fontFamily));
