import { decodePart } from '../menu/slug.ts';

/** Neither a slug nor an id of the site has a dot. */
const PREFIX = 'text.';

const TAG = /<[a-z][^<>]*>/gu;
const ID = / id="([^"]*)"/u;
const FRAGMENT = / href="#([^"]*)"/u;

/** Gives the anchors of cleaned HTML ids of their own, each once, and makes the links within the text lead to them. */
export function prefixAnchors(html: string): string {
  const ids = new Set([...html.matchAll(TAG)].flatMap(([tag]) => ID.exec(tag)?.[1] ?? []));
  if (ids.size === 0) return html;
  const left = new Set(ids);
  return html.replace(TAG, (tag) =>
    tag
      .replace(ID, (_all, id: string) => (left.delete(id) && !/\s/u.test(id) ? ` id="${PREFIX}${id}"` : ''))
      .replace(FRAGMENT, (link, fragment: string) =>
        ids.has(decodePart(fragment)) ? ` href="#${PREFIX}${fragment}"` : link,
      ),
  );
}
