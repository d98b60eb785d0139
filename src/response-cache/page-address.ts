import { withQuery } from '../content/query.ts';

/**
 * The address that a request's page is kept under: its path with the parameters that pages listen to. Nothing where the
 * request wants more than a page (`lang` is a choice of language).
 */
export function pageAddress(target: string): string | undefined {
  const at = target.indexOf('?');
  if (at < 0) return target;
  const path = target.slice(0, at);
  const query = new URLSearchParams(target.slice(at));
  if (query.has('lang')) return undefined;
  const [page, ...more] = query.getAll('page');
  if (more.length > 0) return undefined;
  // Without a page to turn, `go` only says where to scroll.
  if (page === undefined || page === '1') return path;
  return withQuery(path, { go: query.get('go') ?? undefined, page });
}
