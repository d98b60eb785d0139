import { LRUCache } from 'lru-cache';
import type { Cache } from '../backend/cache.ts';
import type { Uses } from '../backend/uses.ts';
import type { Language } from '../i18n/languages.ts';
import type { RequestKind } from '../metrics/request-kinds.ts';
import type { Ready } from './answer.ts';
import { createVariants, type HeaderList, type Variants } from './variants.ts';

/** All that the pages may take, in bytes of all their encodings. */
export const MAX_PAGE_CACHE_BYTES = 128 * 1024 * 1024;

/** How long a page is kept that did not wait for all that it asked for, in milliseconds. */
const HASTY_MS = 1000;

/** Pages that wait to be compressed at the highest quality; more are left as they are. */
const MAX_WAITING = 1000;

type Page = {
  variants: Variants;
  versions: ReadonlyMap<string, string>;
  /** When the oldest answer that it was made of was given, in milliseconds since 1970. */
  storedAt: number | undefined;
  /** Until then nothing of it need be asked after, in milliseconds since 1970. */
  freshUntil: number;
  /** Where the backend said that something is not there: when it must be asked again. */
  endsAt: number;
  /** It was asked for more than once, and is compressed as far as it goes. */
  isPolished: boolean;
};

/** `type`: what the body is; `kind`: what requests for it are counted as. */
type About = { type: string; kind: RequestKind; language: Language };

type Options = {
  cache: Pick<Cache, 'state'>;
  freshMs: number;
  /** Of every page, but for its type. */
  headers: HeaderList;
  /** All that the pages may take; a page that is larger than that is not kept. */
  maxBytes?: number;
  now?: () => number;
};

/**
 * Pages as bytes, by their addresses: rendered once for each version of the content that they were made of. One whose
 * content is stale is served while the content is refreshed; one whose content has changed is gone, and rendered anew by
 * whoever asks next.
 */
export function createPageCache({
  cache,
  freshMs,
  headers,
  maxBytes = MAX_PAGE_CACHE_BYTES,
  now = Date.now,
}: Options) {
  const pages = new LRUCache<string, Page>({
    maxSize: maxBytes,
    sizeCalculation: ({ variants }) => variants.size,
  });
  const waiting = new Set<string>();
  let polishing = Promise.resolve();
  let [hits, staleHits, misses] = [0, 0, 0];

  /** Whether all that a page was made of is as it was; where some is stale, the cache of content refreshes it. */
  function isCurrent(page: Page): boolean {
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

  function polishLater(address: string, page: Page): void {
    if (page.isPolished || waiting.size >= MAX_WAITING || waiting.has(address)) return;
    page.isPolished = true;
    waiting.add(address);
    polishing = polishing
      .then(() => page.variants.polish())
      // What could not be made smaller is sent as it is.
      .catch(() => undefined)
      .finally(() => waiting.delete(address));
  }

  /** What is kept under an address, unless its content has changed. */
  function currentPage(address: string): Page | undefined {
    const page = pages.get(address);
    if (page === undefined || now() < page.freshUntil || isCurrent(page)) return page;
    pages.delete(address);
    return undefined;
  }

  /** How long a page is kept at most, however long its content stays as it is, in milliseconds. */
  function lifeOf(uses: Uses): number {
    if (uses.isHasty()) return Math.min(freshMs, HASTY_MS);
    return uses.hasMissed() ? freshMs : Number.POSITIVE_INFINITY;
  }

  return {
    /** The page to serve; nothing where it has to be rendered, by whoever asked. */
    get(address: string): Ready | undefined {
      const page = currentPage(address);
      if (page === undefined) {
        misses += 1;
        return undefined;
      }
      hits += 1;
      if (now() >= page.freshUntil) staleHits += 1;
      polishLater(address, page);
      return page;
    },

    /** Keeps a page that was rendered, unless a question failed for it. */
    keep(address: string, body: string, { type, kind, language }: About, uses: Uses): Ready {
      // The home page alone looks at a cookie: where that leads away, it is asked before the bytes are.
      const vary = address === '/' ? 'Accept-Encoding, Cookie' : 'Accept-Encoding';
      const own = [...headers, 'Content-Type', type, 'Content-Language', language, 'Vary', vary];
      const variants = createVariants(Buffer.from(body), own, kind);
      const storedAt = uses.storedAt();
      if (uses.hasFailed()) return { variants, storedAt };
      const endsAt = now() + lifeOf(uses);
      const page = {
        variants,
        versions: new Map(uses.versions),
        storedAt,
        freshUntil: 0,
        endsAt,
        isPolished: false,
      };
      pages.set(address, page);
      return page;
    },

    /** How often a page was there when an address was asked for, some of it no longer fresh, and how often not, since the start. */
    counts: () => ({ hits, staleHits, misses }),

    /** Resolves when no page waits to be compressed. */
    settled: () => polishing,
  };
}

export type PageCache = ReturnType<typeof createPageCache>;
