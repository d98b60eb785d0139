import { decodePart } from '../menu/slug.ts';

/** No slug or id of the site contains a dot. */
const PREFIX = 'text.';

const TAG = /<[a-z][^<>]*>/gu;
const ID = / id="([^"]*)"/u;
const FRAGMENT = / href="#([^"]*)"/u;

/** Prefixes the ids of cleaned HTML, removes duplicates, and updates the links to them. */
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
