import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes } from 'parse5';
import { defaultTreeAdapter, parseFragment, html as standard } from 'parse5';

export type SourceNode = DefaultTreeAdapterTypes.ChildNode;
export type SourceElement = DefaultTreeAdapterTypes.Element;
/** Attributes or declarations by name. */
export type Attributes = Readonly<Record<string, string | undefined>>;

export const isSvgElement = ({ namespaceURI }: SourceElement): boolean => namespaceURI === standard.NS.SVG;

/** Maximum length of a text that is read: cleaning it blocks the event loop. */
export const MAX_CHARACTERS = 1_500_000;
/** Maximum number of nested elements, as in browsers. */
export const MAX_DEPTH = 512;
/** Maximum work for one text, in the unit of `COSTS`. */
export const MAX_WORK = 200_000;

/**
 * Costs of what cleaning a text processes, relative to each other. `levels`: the elements around each element, because most passes
 * visit it once for each; `urls`: URLs, which the site signs; `anchors`: copies of anchors.
 */
export const COSTS = { characters: 0.05, tags: 5, attributes: 0.5, urls: 20, levels: 0.15, anchors: 0.05 };

/** Matches attributes with URLs. */
const URL_ATTRIBUTE = /href|src|url|original|fileid|^data$/u;

/** Image data pasted as `data:` may be megabytes long and is never shown. */
export const PASTED_DATA = /;base64,[\w+/=]{100,}/gu;

/** Thrown if HTML is too large or too deeply nested to be cleaned quickly. */
export class MarkupLimitError extends Error {
  override readonly name = 'MarkupLimitError';
}

/** Adds up the work for one text; throws a `MarkupLimitError` beyond the limit. */
export function createWorkCounter() {
  let work = 0;
  return {
    get work(): number {
      return work;
    },
    count(what: keyof typeof COSTS, amount = 1): void {
      work += COSTS[what] * amount;
      if (work > MAX_WORK) throw new MarkupLimitError('too many tags, links or nested blocks');
    },
  };
}

export type Count = ReturnType<typeof createWorkCounter>['count'];

/** Converts the lines of a text without tags into paragraphs. */
export const linesToParagraphs = (text: string): string =>
  /<[a-z/!]/iu.test(text) ? text : text.replace(/\r\n?|\n/gu, '<p>');

/**
 * Parses HTML as browsers do. Counts the elements while they are created, because the parser may repeat a few unclosed tags in each
 * paragraph, and slows down with each open element.
 */
export function parseHtml(source: string, count: Count): SourceNode[] {
  const html = linesToParagraphs(source.replace(PASTED_DATA, ';base64,'));
  if (html.length > MAX_CHARACTERS) throw new MarkupLimitError(`more than ${MAX_CHARACTERS} characters`);
  count('characters', html.length);
  let depth = 0;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes) {
      // Cleaning adds notes to formulas.
      count('tags', namespace === standard.NS.MATHML ? 3 : 1);
      count('levels', depth);
      count('attributes', attributes.length);
      if (attributes.some(({ name }) => URL_ATTRIBUTE.test(name))) count('urls');
      // The parser repeats an unclosed link in each paragraph.
      if (tagName === 'a') for (const { value } of attributes) count('characters', value.length);
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
    // Comments would split texts, and have no meaning.
    appendChild(parent, node) {
      if (node.nodeName !== '#comment') defaultTreeAdapter.appendChild(parent, node);
    },
    onItemPush() {
      depth += 1;
      if (depth > MAX_DEPTH) throw new MarkupLimitError(`more than ${MAX_DEPTH} nested tags`);
    },
    onItemPop() {
      depth -= 1;
    },
  };
  const context = defaultTreeAdapter.createElement('div', standard.NS.HTML, []);
  return parseFragment<DefaultTreeAdapterMap>(context, html, { treeAdapter }).childNodes;
}
