import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import type { DefaultTreeAdapterMap as Tree } from 'parse5';
import { defaultTreeAdapter, parseFragment, html as standard, type TreeAdapter } from 'parse5';

/** Limits of one text, because cleaning it blocks the event loop. */
const LIMITS = { characters: 500_000, tags: 10_000, attributes: 40_000, depth: 200 };
/** `<` and `&` for each tag: its start, its end and an entity. */
const MARKS_PER_TAG = 3;

/** The data of a picture pasted as `data:` may be megabytes long and is never shown. */
const PASTED_DATA = /(?<=;base64,)[\w+/=]{100,}/gu;

/** The HTML cannot be parsed in a short time. */
export class MarkupLimitError extends Error {
  override readonly name = 'MarkupLimitError';
}

export function checkLimit(limit: keyof typeof LIMITS, value: number): void {
  if (value > LIMITS[limit]) throw new MarkupLimitError(`more than ${LIMITS[limit]} ${limit} of HTML`);
}

/** Parses HTML as browsers do. Throws a `MarkupLimitError` beyond the limits. */
export function parseHtml(given: string): Root {
  const html = given.replace(PASTED_DATA, '');
  checkLimit('characters', html.length);
  checkLimit('tags', (html.match(/[<&]/gu)?.length ?? 0) / MARKS_PER_TAG);
  const context = defaultTreeAdapter.createElement('div', standard.NS.HTML, []);
  return fromParse5(parseFragment(context, html, { treeAdapter: boundedAdapter() })) as Root;
}

/** Limits the open elements: the parser may repeat a few unclosed tags in each paragraph, and slows down with each open element. */
function boundedAdapter(): TreeAdapter<Tree> {
  let tags = 0;
  let attributes = 0;
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    createElement(...element) {
      tags += 1;
      attributes += element[2].length;
      checkLimit('tags', tags);
      checkLimit('attributes', attributes);
      return defaultTreeAdapter.createElement(...element);
    },
    onItemPush() {
      depth += 1;
      checkLimit('depth', depth);
    },
    onItemPop() {
      depth -= 1;
    },
  };
}
