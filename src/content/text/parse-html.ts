import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes as Parsed } from 'parse5';
import { defaultTreeAdapter, parseFragment, html as standard } from 'parse5';

export type SourceNode = Parsed.ChildNode;
export type SourceElement = Parsed.Element;

/** Limits of one text, because cleaning it blocks the event loop. */
const LIMITS = { characters: 500_000, tags: 10_000, addresses: 2000, attributes: 40_000, depth: 128 };

/** The data of an image pasted as `data:` may be megabytes long and is never shown. */
export const PASTED_DATA = /;base64,[\w+/=]{100,}/gu;

/** Thrown if HTML is too large or too deeply nested to be parsed quickly. */
export class MarkupLimitError extends Error {
  override readonly name = 'MarkupLimitError';
}

/** Creates a counter for a limit. It throws a `MarkupLimitError` beyond the limit. */
export function createCounter(limit: keyof typeof LIMITS) {
  let sum = 0;
  return (count: number): void => {
    sum += count;
    if (sum > LIMITS[limit]) throw new MarkupLimitError(`more than ${LIMITS[limit]} ${limit} of HTML`);
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
  createCounter('characters')(html.length);
  const countTags = createCounter('tags');
  const countAttributes = createCounter('attributes');
  const countDepth = createCounter('depth');
  const context = defaultTreeAdapter.createElement('div', standard.NS.HTML, []);
  return parseFragment<DefaultTreeAdapterMap>(context, html, {
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(...element) {
        countTags(1);
        countAttributes(element[2].length);
        return defaultTreeAdapter.createElement(...element);
      },
      onItemPush: () => countDepth(1),
      onItemPop: () => countDepth(-1),
    },
  }).childNodes;
}
