import type { Element, ElementContent } from 'hast';

export type Nodes = ElementContent[];

export const createElement = (
  tagName: string,
  properties: Element['properties'],
  children: Nodes = [],
): Element => ({ type: 'element', tagName, properties, children });

const BLOCK_TAGS = new Set(
  'p h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd hr table caption thead tbody tfoot tr th td figure figcaption div footer details summary'.split(
    ' ',
  ),
);

export const isElement = (node: ElementContent): node is Element => node.type === 'element';
export const isBlock = (node: ElementContent): boolean => isElement(node) && BLOCK_TAGS.has(node.tagName);

const BLANK = /^[\s\u200b-\u200d\u2060\ufeff]*$/u;
const isSpace = (node: ElementContent): boolean =>
  node.type === 'text' ? BLANK.test(node.value) : isElement(node) && node.tagName === 'br';

/** Whether nodes show nothing: white space and line breaks. */
export const isEmpty = (nodes: Nodes): boolean => nodes.every(isSpace);

/** Maps blocks one by one, and what is between them in groups. */
function mapRuns(nodes: Nodes, mapBlock: (block: Element) => Nodes, mapRun: (run: Nodes) => Nodes): Nodes {
  const result: Nodes = [];
  let run: Nodes = [];
  const close = () => {
    if (run.length > 0) result.push(...mapRun(run));
    run = [];
  };
  for (const node of nodes) {
    if (!isElement(node) || !isBlock(node)) {
      run.push(node);
      continue;
    }
    close();
    result.push(...mapBlock(node));
  }
  close();
  return result;
}

/** Makes paragraphs of what is between blocks. */
export const asParagraphs = (nodes: Nodes): Nodes =>
  mapRuns(
    nodes,
    (block) => [block],
    (run) => {
      const first = run.findIndex((node) => !isSpace(node));
      const last = run.findLastIndex((node) => !isSpace(node));
      return first < 0 ? [] : [createElement('p', {}, run.slice(first, last + 1))];
    },
  );

/** Puts inline content into an element; in blocks, the content of each, because an inline element contains no blocks. */
export function wrapInline(nodes: Nodes, { tagName, properties }: Element): Nodes {
  let own = properties;
  const wrap = (inner: Nodes): Nodes =>
    mapRuns(
      inner,
      (block) => [{ ...block, children: wrap(block.children) }],
      (run) => {
        if (isEmpty(run)) return run;
        const wrapped = createElement(tagName, own, run);
        // An id names one element.
        own = { ...own, id: undefined };
        return [wrapped];
      },
    );
  return wrap(nodes);
}
