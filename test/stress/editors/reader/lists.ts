import { GENERATED } from './page.ts';

const MIN_INDENT_PX = 6;
/** Signs at the start of an item that mean the same. */
export const BULLET = /^[•◦▪●○■‣·◆➢⚫◼❖⮚*-]\ufe0f?/u;

/** Returns the text of the marker of a list item: a number, or one sign for all bullets. */
export function readMarker(item: Element, style: CSSStyleDeclaration): string {
  if (style.display !== 'list-item' || item.localName === 'summary') return '';
  const text = item.getAttribute(GENERATED.marker)?.trim() ?? '';
  if (text === '' && style.listStyleImage !== 'none') return '•';
  return text.replace(BULLET, '•');
}

/** Returns the level of an item: the lists around it, and its indent among the items of each. */
export function readLevel(item: Element, root: Element): number {
  let level = 0;
  for (let node = item; node !== root && node.parentElement; node = node.parentElement)
    if (node.parentElement.matches('ul, ol')) level += 1 + rankIndent(node, node.parentElement);
  return level;
}

/** Returns the number of smaller indents of items in the same list. */
function rankIndent(item: Element, list: Element): number {
  if (item.localName !== 'li') return 0;
  const own = readIndent(item, list);
  const smaller = [...list.children]
    .filter((one) => one.localName === 'li')
    .map((one) => readIndent(one, list))
    .filter((indent) => indent < own - MIN_INDENT_PX)
    .sort((a, b) => a - b);
  return smaller.filter((indent, at) => at === 0 || indent - (smaller[at - 1] ?? 0) > MIN_INDENT_PX).length;
}

function readIndent(item: Element, list: Element): number {
  const style = getComputedStyle(item);
  const [inner, outer] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  return style.direction === 'rtl'
    ? outer.right - inner.right + Number.parseFloat(style.paddingRight)
    : inner.left - outer.left + Number.parseFloat(style.paddingLeft);
}
