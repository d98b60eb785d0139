import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import type { DefaultTreeAdapterMap as Tree } from 'parse5';
import { defaultTreeAdapter, parseFragment, html as standard, type TreeAdapter } from 'parse5';

/** Limits of one text, because nothing else runs while it is parsed. */
const LIMITS = {
  characters: 500_000,
  tags: 20_000,
  entities: 100_000,
  'nodes and attributes': 40_000,
  depth: 400,
};

/** The data of a picture that was pasted as `data:` may be megabytes, and is never shown. */
const PASTED_DATA = /(?<=;base64,)[\w+/=]{100,}/gu;

/** HTML that cannot be parsed in a short time. */
export class MarkupLimitError extends Error {
  override readonly name = 'MarkupLimitError';
}

/** Parses HTML as browsers do. Throws a `MarkupLimitError` beyond the limits. */
export function parseHtml(given: string): Root {
  const html = given.replace(PASTED_DATA, '');
  check('characters', html.length);
  // Each line of a plain text becomes a paragraph.
  check('tags', count(html, html.includes('<') ? '<' : '\n', LIMITS.tags));
  check('entities', count(html, '&', LIMITS.entities));
  const context = defaultTreeAdapter.createElement('div', standard.NS.HTML, []);
  return fromParse5(parseFragment(context, html, { treeAdapter: boundedAdapter() })) as Root;
}

function check(limit: keyof typeof LIMITS, value: number): void {
  if (value > LIMITS[limit]) throw new MarkupLimitError(`more than ${LIMITS[limit]} ${limit} of HTML`);
}

function count(text: string, character: string, max: number): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0 && found <= max; at = text.indexOf(character, at + 1))
    found += 1;
  return found;
}

/** A few unclosed tags may be repeated in each paragraph, and steps of the parser take longer the more elements are open. */
function boundedAdapter(): TreeAdapter<Tree> {
  let nodes = 0;
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    createElement(...element) {
      nodes += 1 + element[2].length;
      check('nodes and attributes', nodes);
      return defaultTreeAdapter.createElement(...element);
    },
    onItemPush() {
      depth += 1;
      check('depth', depth);
    },
    onItemPop() {
      depth -= 1;
    },
  };
}
