import { LRUCache } from 'lru-cache';
import type { Cache } from '../backend/cache.ts';
import type { PageDependencies } from '../backend/page-dependencies.ts';
import type { Language } from '../i18n/languages.ts';
import type { RequestKind } from '../metrics/requests.ts';
import type { CachedAnswer } from './cached-response.ts';
import { createVariants, type HeaderList, type Variants } from './variants.ts';

/** All that the pages may take, in bytes of all their encodings. */
export const MAX_PAGE_CACHE_BYTES = 128 * 1024 * 1024;

/** A page from which something is missing is rendered again after this time. */
const INCOMPLETE_MS = 5000;

/** Pages that wait to be recompressed; more are left as they are. */
const MAX_WAITING = 1000;

type Page = {
  variants: Variants;
  versions: ReadonlyMap<string, string>;
  /** When the oldest answer that it was made of was given, in milliseconds since 1970. */
  storedAt: number | undefined;
  /** All of its answers are fresh until then, in milliseconds since 1970, unless the backend tells of a change. */
  freshUntil: number;
  /** How many changes had been told when its answers were last looked at. */
  changes: number;
  /** From then on the page is rendered again even if no answer has changed, because something may be missing from it. */
  endsAt: number;
  /** A second visitor asked for it, so that it is compressed as far as possible. */
  isRecompressed: boolean;
};

/** `type`: what the body is; `kind`: what requests for it are counted as; `more`: headers of its own. */
type About = { type: string; kind: RequestKind; language: Language; more?: HeaderList };

type Options = {
  cache: Pick<Cache, 'state' | 'changes'>;
  freshMs: number;
  staleMs: number;
  /** Security headers. */
  headers: HeaderList;
  /** All that the pages may take; a page that is larger than that is not kept. */
  maxBytes?: number;
  now?: () => number;
};

/**
 * The response cache: rendered pages by their addresses, one rendering for each version of their content. A page whose content
 * is stale is served while the content is refreshed; a page whose content has changed is dropped, and the next request renders it.
 */
export function createPageCache({
  cache,
  freshMs,
  staleMs,
  headers,
  maxBytes = MAX_PAGE_CACHE_BYTES,
  now = Date.now,
}: Options) {
  const pages = new LRUCache<string, Page>({
    maxSize: maxBytes,
    sizeCalculation: ({ variants }) => variants.size,
  });
  const common = [...headers, 'Cache-Control', cacheControl(freshMs, staleMs)];
  const waiting = new Set<string>();
  let recompressing = Promise.resolve();

  const isFresh = ({ freshUntil, changes }: Page): boolean =>
    now() < freshUntil && changes === cache.changes();

  /** Whether all dependencies of a page have their old version; the content cache refreshes those that are stale. */
  function isCurrent(page: Page): boolean {
    const changes = cache.changes();
    // What was missing may have come with the change.
    if (page.changes !== changes && page.endsAt < Number.POSITIVE_INFINITY) return false;
    page.changes = changes;
    let freshUntil = page.endsAt;
    let storedAt = Number.POSITIVE_INFINITY;
    for (const [key, version] of page.versions) {
      const state = cache.state(key);
      if (state?.version !== version) return false;
      freshUntil = Math.min(freshUntil, state.freshUntil);
      storedAt = Math.min(storedAt, state.storedAt);
    }
    page.freshUntil = freshUntil;
    if (storedAt < Number.POSITIVE_INFINITY) page.storedAt = storedAt;
    return now() < page.endsAt;
  }

  function recompressLater(address: string, page: Page): void {
    if (page.isRecompressed || waiting.size >= MAX_WAITING || waiting.has(address)) return;
    page.isRecompressed = true;
    waiting.add(address);
    recompressing = recompressing
      .then(() => page.variants.recompress())
      // A page that cannot be recompressed is sent as it is.
      .catch(() => undefined)
      .finally(() => waiting.delete(address));
  }

  /** The page of an address, unless its content has changed. */
  function currentPage(address: string): Page | undefined {
    const page = pages.get(address);
    if (page === undefined || isFresh(page) || isCurrent(page)) return page;
    pages.delete(address);
    return undefined;
  }

  return {
    /** The page to serve; nothing where the caller has to render it. */
    get(address: string): CachedAnswer | undefined {
      const page = currentPage(address);
      if (page === undefined) return undefined;
      recompressLater(address, page);
      return page;
    },

    /** Keeps a rendered page, unless one of its calls failed. */
    keep(
      address: string,
      body: string,
      { type, kind, language, more = [] }: About,
      dependencies: PageDependencies,
    ): CachedAnswer {
      // The home page alone looks at a cookie: where that leads away, it is asked before the bytes are.
      const vary = address === '/' ? 'Accept-Encoding, Cookie' : 'Accept-Encoding';
      const own = [...common, ...more, 'Content-Type', type, 'Content-Language', language, 'Vary', vary];
      const variants = createVariants(Buffer.from(body), own, kind);
      const { storedAt } = dependencies;
      if (dependencies.hasFailed) return { variants, storedAt };
      const endsAt = dependencies.hasMissing
        ? now() + Math.min(freshMs, INCOMPLETE_MS)
        : Number.POSITIVE_INFINITY;
      const page = {
        variants,
        versions: new Map(dependencies.versions),
        storedAt,
        freshUntil: 0,
        changes: cache.changes(),
        endsAt,
        isRecompressed: false,
      };
      pages.set(address, page);
      return page;
    },

    /** Resolves when no page waits to be recompressed. */
    settled: () => recompressing,
  };
}

/** Browsers revalidate each time; a shared cache may serve a stale page while it revalidates, or if that fails. */
const cacheControl = (freshMs: number, staleMs: number): string =>
  `public, max-age=0, s-maxage=${freshMs / 1000}, stale-while-revalidate=${freshMs / 1000}, stale-if-error=${staleMs / 1000}`;

export type PageCache = ReturnType<typeof createPageCache>;
