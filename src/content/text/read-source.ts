import type { Element, ElementContent } from 'hast';
import { toSafeLink } from '../links.ts';
import { BLANK, createElement, createText, isReadAttribute, kindOf, readTextStart } from './elements.ts';
import type { Count, SourceElement, SourceNode } from './parse-html.ts';
import { joinHanLines, splitPhrases } from './plain-text.ts';
import * as styles from './styles.ts';

/** Maximum number of texts in headings that are split into phrases, which is slow. Further ones break anywhere. */
const MAX_SPLIT_TEXTS = 200;

const RENAMED_TAGS = new Map(Object.entries({ strike: 's', menu: 'ul', map: 'ul', area: 'li' }));
const HEADING_TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const LIST_TAG = /^[ou]l$/u;
/** Word writes bullets as letters of a symbol font. */
const WORD_BULLET = /^\s*[a-z§·Øü\ue000-\uf8ff]\s*$/u;

/**
 * Converts source nodes to a tree whose tags express all meanings: styles become inline elements, and ids become anchors before the
 * next visible content. Removes content that browsers hide or that is not safe.
 */
export function readSource(nodes: readonly SourceNode[], report: (what: string) => void, count: Count) {
  const ids = new Set<string>();
  /** Anchors that wait for visible content. */
  const anchors: Element[] = [];
  let splitTexts = 0;

  function readText(given: string, outer: ReadonlySet<string>): ElementContent[] {
    if (BLANK.test(given)) return [createText(given)];
    const text = outer.has('pre') ? given : joinHanLines(given);
    const isSplit = HEADING_TAGS.some((tag) => outer.has(tag)) && ++splitTexts <= MAX_SPLIT_TEXTS;
    const [first = '', ...others] = isSplit ? splitPhrases(text) : [text];
    const breakable = others.flatMap((phrase) => [createElement('wbr'), createText(phrase)]);
    return [...anchors.splice(0), createText(first), ...breakable];
  }

  function addAnchor(id: string | undefined): void {
    if (!id || ids.has(id) || /\s/u.test(id)) return;
    ids.add(id);
    anchors.push(createElement('span', { id }));
  }

  function readElement(node: SourceElement, outer: ReadonlySet<string>): ElementContent[] {
    const attributes = Object.fromEntries(
      node.attrs.filter(isReadAttribute).map(({ name, value }) => [name, value]),
    );
    const style = styles.parseStyle(attributes.style);
    const isRemoved = kindOf(node.tagName) === 'removed';
    if (isRemoved || styles.isHidden(node.tagName, attributes, style)) {
      report(`${isRemoved ? '' : 'hidden '}<${node.tagName}>`);
      return [];
    }
    const tag = findTag(node.tagName, style, outer);
    addAnchor(attributes.id || (tag === 'a' ? attributes.name : undefined));
    if (node.tagName === 'area') return readArea(attributes, tag);
    const marks = styles.createMarks(style, tag, outer);
    const kind = kindOf(tag);
    // The text inside a video is a fallback for browsers that do not support the element.
    const content =
      kind === 'media' ? node.childNodes.filter((child) => 'tagName' in child) : node.childNodes;
    const isMarker = style['mso-list'] === 'ignore';
    const waiting = isMarker ? [...anchors] : [];
    count('anchors', waiting.length);
    const children = readAll(content, addTags(tag, marks, outer));
    const marked = marks.reduceRight((inside, mark) => [{ ...mark, children: inside }], children);
    const properties = { ...attributes, id: undefined, class: styles.findListClass(tag, style, attributes) };
    const element = createElement(tag, properties, marked);
    if (isMarker && WORD_BULLET.test(readTextStart(element)))
      element.children = [...waiting, createText('• ')];
    const isSeparate = (kind === 'inline' || kind === undefined) && styles.isBlockStyle(style);
    const before = tag === 'img' ? anchors.splice(0) : [];
    return [...before, isSeparate ? createElement('div', {}, [element]) : element];
  }

  const readAll = (all: readonly SourceNode[], outer: ReadonlySet<string>): ElementContent[] =>
    all.flatMap((node) => {
      if ('value' in node) return readText(node.value, outer);
      return 'tagName' in node ? readElement(node, outer) : [];
    });

  return { children: readAll(nodes, new Set()), anchors, ids };
}

/** Returns the tag that has the meaning of an element. */
function findTag(given: string, style: styles.Attributes, outer: ReadonlySet<string>): string {
  const tag = RENAMED_TAGS.get(given) ?? given;
  if (styles.isCancelled(tag, style)) return 'span';
  const isStrayItem = tag === 'li' && !outer.has('ul') && !outer.has('ol');
  return isStrayItem ? 'p' : tag;
}

/** Returns the known tags and the marks around the content of an element, innermost first. */
function addTags(tag: string, marks: readonly Element[], outer: ReadonlySet<string>): ReadonlySet<string> {
  const kind = kindOf(tag);
  const names = marks.map(({ tagName, properties }) => String(properties.class ?? tagName));
  // A list has its items directly inside it.
  const around = kind === 'block' ? [...outer].filter((one) => !LIST_TAG.test(one)) : outer;
  return new Set([...names, ...(kind ? [tag] : []), ...around]);
}

/** Converts an area of an image map to an item of the list of its links. */
function readArea({ href = '', alt, title }: styles.Attributes, item: string): ElementContent[] {
  const text = alt || title || toSafeLink(href);
  return text ? [createElement(item, {}, [createElement('a', { href }, [createText(text)])])] : [];
}
