import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes } from 'parse5';
import { defaultTreeAdapter, parseFragment, html as standard } from 'parse5';

export type SourceNode = DefaultTreeAdapterTypes.ChildNode;
export type SourceElement = DefaultTreeAdapterTypes.Element;

/** Limits of one text, because cleaning it blocks the event loop. */
const LIMITS = { characters: 500_000, tags: 10_000, urls: 2000, attributes: 40_000, depth: 128 };
/** Matches attributes with URLs. Signing the site's URL for one takes longer than cleaning the element around it. */
const URL_ATTRIBUTE = /href|src|url|original|fileid|^data$/u;

/** The data of an image pasted as `data:` may be megabytes long and is never shown. */
export const PASTED_DATA = /;base64,[\w+/=]{100,}/gu;

/** Thrown if HTML is too large or too deeply nested to be parsed quickly. */
export class MarkupLimitError extends Error {
  override readonly name = 'MarkupLimitError';
}

/** Creates a counter that throws a `MarkupLimitError` beyond a limit. */
export function createCounter() {
  const left = { ...LIMITS };
  return (limit: keyof typeof LIMITS, count = 1): void => {
    left[limit] -= count;
    if (left[limit] < 0) throw new MarkupLimitError(`more than ${LIMITS[limit]} ${limit} of HTML`);
  };
}

/** Converts the lines of a text without tags into paragraphs. */
const linesToParagraphs = (text: string): string =>
  /<[a-z/!]/iu.test(text) ? text : text.replace(/\r\n?|\n/gu, '<p>');

/**
 * Parses HTML as browsers do. Limits the open elements, because the parser may repeat a few unclosed tags in each paragraph, and
 * slows down with each open element.
 */
export function parseHtml(given: string): SourceNode[] {
  const html = linesToParagraphs(given.replace(PASTED_DATA, ';base64,'));
  const count = createCounter();
  count('characters', html.length);
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes) {
      count('tags');
      count('attributes', attributes.length);
      if (attributes.some(({ name }) => URL_ATTRIBUTE.test(name))) count('urls');
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
    // Comments would split texts, and have no meaning.
    appendChild(parent, node) {
      if (node.nodeName !== '#comment') defaultTreeAdapter.appendChild(parent, node);
    },
    onItemPush: () => count('depth'),
    onItemPop: () => count('depth', -1),
  };
  const context = defaultTreeAdapter.createElement('div', standard.NS.HTML, []);
  return parseFragment<DefaultTreeAdapterMap>(context, html, { treeAdapter }).childNodes;
}
