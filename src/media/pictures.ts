import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type Cache, IMAGES_PATH, type Loaded, type Source } from '../content/backend/cache.ts';
import type { Copies } from '../content/backend/content-copies.ts';
import { isSvgFile } from '../content/media-formats.ts';
import {
  FILE_HREF,
  type ImageSize,
  MAX_SAVER_WIDTH,
  offeredWidths,
  UNREADABLE_IMAGE,
} from '../content/resized-pictures.ts';
import { decodePart } from '../content/urls.ts';
import { readUpTo, singleFlight } from '../lib/async.ts';
import { isGone, SiteError } from '../lib/failures.ts';
import { createFairQueue } from '../lib/fair-queue.ts';
import type { OpenMedia } from './media-client.ts';
import type { MediaFolder } from './media-folder.ts';
import type { MediaUrls } from './media-urls.ts';
import {
  chooseFormat,
  type InspectedImage,
  inspectImage,
  MAX_IMAGE_BYTES,
  resize,
  type Target,
} from './resize-picture.ts';

const TRANSFER_TIMEOUT_MS = 30_000;
/** Limits memory use: each image is in memory during its fetch. */
const MAX_CONCURRENT_FETCHES = 8;

/** Maximum wait for missing sizes. After it, a page is rendered without them, and soon rendered again. */
const MAX_WAIT_MS = 500;
/** Maximum number of images that wait to be resized. Beyond it, the client with the most of them gets a 503. */
export const MAX_WAITING = 256;
/** Leaves a CPU core for rendering pages and libuv threads for file access. */
const MAX_CONCURRENT_RESIZES = Math.min(2, Math.max(1, availableParallelism() - 1));

/** Increment when the stored metadata or the resizing changes, so that images are fetched and resized again. */
const VERSION = 3;

/** Known metadata of the image at a URL. `hash`: digest of the file's bytes; empty if there is no file. */
type Original = InspectedImage & { hash: string; etag?: string };

const MISSING: Original = { hash: '', isDisplayable: false };

/** Width of the URL, media types that the client accepts by name, and whether it asks for fewer bytes. */
type RequestedSize = { width: number; accepted: readonly string[]; savesData?: boolean };
type Media = { key: string; target: Target; bytes: Buffer };

type Options = {
  mediaUrls: Pick<MediaUrls, 'resolve'>;
  openMedia: OpenMedia;
  cache: Pick<Cache, 'get' | 'peek'>;
  copies: Pick<Copies, 'get' | 'put'>;
  folder: MediaFolder;
  /** Called once for a file that cannot be shown. */
  onUnreadable?: (url: string) => void;
};

/** Resizes images to requested sizes and formats. Their metadata is content, so the cache decides when to refetch it. */
export function createPictures({ mediaUrls, openMedia, cache, copies, folder, onUnreadable }: Options) {
  const fetching = pLimit(MAX_CONCURRENT_FETCHES);
  const making = new Map<string, Promise<Media>>();
  const queue = createFairQueue({ limit: MAX_CONCURRENT_RESIZES, maxWaiting: MAX_WAITING });

  const keyOf = (url: string): string => `${IMAGES_PATH} ${VERSION} ${url}`;
  const findOriginal = (url: string): Original | undefined => cache.peek<Original>(keyOf(url));

  /** Fetches an image, or revalidates a known one. */
  async function fetchPicture(url: string, last?: Original): Promise<{ original: Original; body?: Buffer }> {
    const validator: Record<string, string> = last?.etag ? { 'if-none-match': last.etag } : {};
    const signal = AbortSignal.timeout(TRANSFER_TIMEOUT_MS);
    const response = await openMedia(url, { accept: 'image/*', ...validator }, signal);
    const { status, headers } = response;
    if (status !== 200) response.body.destroy();
    if (last && status === 304) return { original: last };
    if (isGone(status)) return { original: MISSING };
    if (status !== 200) throw new SiteError('badStatus', { detail: `picture responded ${status}` });
    const body = await readUpTo(MAX_IMAGE_BYTES, response.body);
    if (!body) return { original: MISSING };
    const hash = createHash('sha256').update(body).digest('base64url');
    const inspected = await inspectImage(body);
    const isDisplayable = inspected.isDisplayable || isSvgFile(headers['content-type'], url);
    const original = { ...inspected, isDisplayable, hash, etag: headers.etag };
    if (original.facts) await folder.store(`o-${hash}`, body);
    if (isUnreadableFile(original) && hash !== last?.hash) onUnreadable?.(url);
    return { original, body };
  }

  const sourceOf = (url: string): Source<Original> => ({
    path: IMAGES_PATH,
    async load(requestedAt) {
      const last = findOriginal(url);
      const { original } = await fetching(() => fetchPicture(url, last)).catch((error: unknown) => {
        if (last?.facts) throw error;
        return { original: MISSING };
      });
      if (original.facts)
        copies.put(keyOf(url), { body: Buffer.from(JSON.stringify(original)), requestedAt });
      return toLoaded(original);
    },
    async restore() {
      const copy = copies.get(keyOf(url));
      return copy && { ...toLoaded(JSON.parse(`${Buffer.from(copy.body)}`)), storedAt: copy.requestedAt };
    },
  });

  /** Returns the metadata of an image that can be resized. Rejects with a `SiteError` if there is none. */
  const inspect = async (url: string): Promise<Original> =>
    (await cache.get(keyOf(url), sourceOf(url))).value;

  /** Resizes an image, which may have changed since it was inspected. */
  async function resizeOriginal(url: string, inspected: Original, wanted: RequestedSize): Promise<Media> {
    const stored = await folder.read(`o-${inspected.hash}`);
    const { original, body } = stored
      ? { original: inspected, body: stored }
      : await fetching(() => fetchPicture(url));
    if (!body) throw new SiteError('notFound', { detail: 'the picture is gone' });
    const { key, facts, width, target } = planResize(original, wanted);
    const bytes = await resize(body, facts, width, target, wanted.savesData);
    await folder.store(key, bytes);
    return { key, target, bytes };
  }

  function urlOf(href: string): string | undefined {
    const [, token, name] = FILE_HREF.exec(href) ?? [];
    return token && name ? mediaUrls.resolve(token, decodePart(name)) : undefined;
  }

  const originalOf = (href: string): Original | undefined => findOriginal(urlOf(href) ?? '');

  return {
    /** Returns an image in one of the widths, in the best accepted format. `client`: key of an address. Rejects with a `SiteError`. */
    async media(url: string, wanted: RequestedSize, client: string): Promise<Media> {
      const original = await inspect(url);
      const { key, target } = planResize(original, wanted);
      const bytes = await folder.read(key);
      if (bytes) return { key, target, bytes };
      return singleFlight(making, key, () =>
        queue.run([client], () => resizeOriginal(url, original, wanted)),
      );
    },

    sizeOf(href: string): ImageSize | undefined {
      const original = originalOf(href);
      if (original && isUnreadableFile(original)) return UNREADABLE_IMAGE;
      const facts = original?.facts;
      if (!facts) return undefined;
      const { width, height, hasAlpha, isUnchanged } = facts;
      return { width, height, hasAlpha, isUnchanged };
    },

    /** Returns the image URLs whose sizes are not known yet. */
    findUnsized: (hrefs: Iterable<string>): string[] =>
      [...hrefs].filter((href) => urlOf(href) !== undefined && !originalOf(href)?.hash),

    /** Inspects images and waits up to `MAX_WAIT_MS`. */
    async inspect(hrefs: readonly string[]): Promise<void> {
      const urls = new Set(hrefs.map(urlOf).filter((url) => url !== undefined));
      const inspecting = Promise.allSettled([...urls].map(inspect));
      await Promise.race([inspecting, wait(MAX_WAIT_MS, undefined, { ref: false })]);
    },
  };
}

/** Returns whether the file exists but is not an image that browsers can show. */
const isUnreadableFile = ({ hash, isDisplayable }: Original): boolean =>
  hash !== MISSING.hash && !isDisplayable;

const NO_PICTURE = { detail: 'no picture that can be shown' };

const toLoaded = (original: Original): Loaded<Original> => ({
  value: original,
  bytes: JSON.stringify(original).length,
  version: original.hash,
  absence: original.facts ? undefined : new SiteError('notFound', NO_PICTURE),
});

/** Plans a resized image, never wider than the original. The key identifies its bytes. */
function planResize({ facts, hash }: Original, { width: requested, accepted, savesData }: RequestedSize) {
  if (!facts) throw new SiteError('notFound', NO_PICTURE);
  const maxWidth = savesData ? Math.min(requested, MAX_SAVER_WIDTH) : requested;
  const width = offeredWidths(facts.width, maxWidth).at(-1) ?? maxWidth;
  const target = chooseFormat(facts, width, accepted);
  const key = `m${VERSION}-${hash}-${width}-${target}${savesData && target !== 'gif' ? '-saver' : ''}`;
  return { key, facts, width, target };
}

export type SitePictures = ReturnType<typeof createPictures>;
