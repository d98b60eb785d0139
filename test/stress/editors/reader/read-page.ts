import { readTarget } from './links.ts';
import { readLevel, readMarker } from './lists.ts';
import { type Formula, readFormula } from './math.ts';
import { GENERATED, type Line, type Page, readText } from './page.ts';
import { readBackground, readPicture } from './pictures.ts';
import * as styles from './styles.ts';
import { replaceSymbols } from './symbols.ts';
import { readPosition, readTable } from './tables.ts';

const MEDIA = 'video, audio, iframe, object, embed, oembed, mpvoice, a.media';
const SKIPPED =
  'script, style, template, noscript, select, textarea, button, track, source, head, title, .page-break';
const NONE: styles.Outer = { decoration: '', shift: '' };
const HEADING = 'h1, h2, h3, h4, h5, h6';

/** Returns what a reader sees of an element. Runs in the browser, with generated text in attributes. */
export function readPage(root: Element): Page {
  const lines: Line[] = [];
  const tables: string[][][] = [];
  let line: Line = { runs: [] };
  /** Markers and level of items whose first line has not begun. */
  let marker = '';
  let level = 0;
  let cell = '';

  function endLine(): void {
    if (readText(line).trim() !== '') lines.push(line);
    line = { runs: [] };
  }

  function add(text: string, parent: Element, style: CSSStyleDeclaration, outer: styles.Outer): void {
    if (text === '') return;
    const isBlank = text.trim() === '';
    if (!isBlank && readText(line).trim() === '') startLine(parent, style);
    const marks = isBlank ? '' : styles.readMarks(parent, style, outer);
    line.runs.push({ text, ...(marks && { marks }), ...(outer.link && { link: outer.link }) });
  }

  function startLine(parent: Element, style: CSSStyleDeclaration): void {
    const heading = Number(parent.closest(HEADING)?.localName.slice(1) ?? 0);
    line = {
      runs: line.runs,
      ...(marker && { marker }),
      ...(level && { level }),
      ...(heading && { heading }),
      ...(cell && { cell }),
      ...(getComputedStyle(findBlock(parent)).direction === 'rtl' && { isRtl: true }),
      ...(styles.isCode(parent, style) && { isCode: true }),
      ...(parent.closest('blockquote') && { isQuote: true }),
    };
    marker = '';
    level = 0;
  }

  function readTextNode(node: Text, outer: styles.Outer): void {
    const parent = node.parentElement;
    if (!parent) return;
    const style = getComputedStyle(parent);
    if (styles.isTextHidden(style)) return;
    const text = replaceSymbols(node.data, style);
    if (/^(?:preserve|break)/u.test(style.whiteSpaceCollapse)) {
      for (const [at, part] of text.split('\n').entries()) {
        if (at > 0) endLine();
        add(part, parent, style, outer);
      }
    } else add(text.replace(/[ \t\r\n\f]+/gu, ' '), parent, style, outer);
  }

  function readReplaced(element: Element, style: CSSStyleDeclaration, outer: styles.Outer): boolean {
    const formula = readFormula(element);
    if (formula) addFormula(formula, element, style, outer);
    else if (element.matches(MEDIA)) addLine('[media]', element, style);
    else if (element.localName === 'br') endLine();
    else if (element.localName === 'hr') addLine('[rule]', element, style);
    else if (element instanceof HTMLInputElement) readInput(element);
    else if (element instanceof HTMLImageElement) readImage(element, style, outer);
    else return false;
    return true;
  }

  function addFormula(
    { text, tex }: Formula,
    element: Element,
    style: CSSStyleDeclaration,
    outer: styles.Outer,
  ): void {
    if (!styles.isInline(style)) endLine();
    add(`⟦${text}⟧`, element, style, outer);
    const run = line.runs.at(-1);
    if (run && tex) run.tex = tex;
    if (!styles.isInline(style)) endLine();
  }

  function addLine(text: string, element: Element, style: CSSStyleDeclaration): void {
    endLine();
    add(text, element, style, NONE);
    endLine();
  }

  function readInput(input: HTMLInputElement): void {
    if (input.type !== 'checkbox') return;
    const box = input.checked ? '☑' : '☐';
    if (readText(line).trim() === '') marker = `${marker} ${box}`.trim();
    else line.runs.push({ text: box });
  }

  function readImage(image: HTMLImageElement, style: CSSStyleDeclaration, outer: styles.Outer): void {
    const picture = readPicture(image);
    if (!picture) {
      add(image.alt, image, style, outer);
      return;
    }
    const isFloat = style.float !== 'none';
    if (isFloat || !styles.isInline(style)) endLine();
    add(`[${picture.name}]`, image, style, { ...NONE, link: outer.link });
    line.pictures = [...(line.pictures ?? []), picture];
    if (isFloat || !styles.isInline(style)) endLine();
  }

  function readGenerated(element: Element, name: 'before' | 'after', outer: styles.Outer): void {
    const text = element.getAttribute(GENERATED[name])?.trim() ?? '';
    if (text === '') return;
    const isMarker = name === 'before' && element.closest('li, label') && readText(line).trim() === '';
    if (isMarker) marker = `${marker} ${text}`.trim();
    else add(text, element, getComputedStyle(element), outer);
  }

  function readElement(element: Element, outer: styles.Outer): void {
    const style = getComputedStyle(element);
    if (element.matches(SKIPPED) || styles.isRemoved(element, style)) return;
    if (readReplaced(element, style, outer)) return;
    const isLine = styles.isInline(style);
    if (!isLine) endLine();
    const background = readBackground(style);
    if (background) addLine(`[${background}]`, element, style);
    const inner = styles.addOuter(element, style, outer);
    if (element instanceof HTMLAnchorElement) inner.link = readTarget(element, root) ?? outer.link;
    const [outerCell, count] = [cell, lines.length];
    if (element instanceof HTMLTableElement) tables.push(readTable(element));
    if (element instanceof HTMLTableCellElement) cell = `${tables.length}:${readPosition(element)}`;
    const isItem = style.display === 'list-item' && element.localName !== 'summary';
    if (isItem) marker = `${marker} ${readMarker(element, style)}`.trim();
    if (isItem || element.localName === 'li') level = readLevel(element, root);
    readGenerated(element, 'before', inner);
    readChildren(element, inner);
    readGenerated(element, 'after', inner);
    if (!isLine) endLine();
    if (isItem) endItem(lines.length === count);
    cell = outerCell;
  }

  /** The marker of an item without text is a line of its own. */
  function endItem(isEmpty: boolean): void {
    if (isEmpty && marker) lines.push({ runs: [], marker, level });
    marker = '';
    level = 0;
  }

  function readChildren(element: Element, inner: styles.Outer): void {
    for (const child of element.childNodes) {
      if (child instanceof Text) readTextNode(child, inner);
      else if (child instanceof Element) readElement(child, inner);
    }
  }

  for (const details of root.querySelectorAll('details')) details.open = true;
  readChildren(root, NONE);
  endLine();
  return { lines, tables };
}

/** Returns the block around an inline element. */
function findBlock(element: Element): Element {
  let block = element;
  while (block.parentElement && styles.isInline(getComputedStyle(block))) block = block.parentElement;
  return block;
}

Object.assign(globalThis, { readPage });
