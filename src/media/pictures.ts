import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { decodePart } from '../content/menu/slug.ts';
import { type PictureSize, UNREADABLE, WIDTHS, widthsFor } from '../content/resized-pictures.ts';
import { singleFlight } from '../lib/async.ts';
import { SiteError } from '../lib/failures.ts';
import { createFairQueue } from '../lib/fair-queue.ts';
import type { Assets } from './assets.ts';
import { openMediaFolder } from './media-folder.ts';
import { createOriginals, isUnreadable, type Original, type OriginalOptions } from './originals.ts';
import { resize, type SourceFacts, type Target, targetFor } from './resize-picture.ts';

/** Maximum wait for missing sizes. After it, a page is rendered without them and soon rendered again. */
const MAX_WAIT_MS = 500;

/** Maximum number of pictures that wait to be resized. Beyond it, the client with the most of them gets a 503. */
export const MAX_WAITING = 256;

/** Leaves a processor for pages, and libuv threads for files. */
const MAX_CONCURRENT_RESIZES = Math.min(2, Math.max(1, availableParallelism() - 1));

/** Width for requests with `Save-Data`. */
const SAVE_DATA_WIDTH = WIDTHS[0];

/** Increment when resizing changes, so that pictures are resized again and get another ETag. */
const RESIZE_VERSION = 1;

type MediaRequest = {
  /** As in the URL. */
  width: string;
  /** Media types that the client accepts by name. */
  accepted: readonly string[];
  savesData: boolean;
  /** Key of the client's address. */
  client: string;
};
/** `content`: path of a file, or the bytes if the disk is full. */
export type Media = { content: string | Buffer; type: string; etag: string };

type Options = Omit<OriginalOptions, 'folder'> & {
  assets: Pick<Assets, 'resolve'>;
  dataDir: string;
};

/** Matches the URL of a picture under `/files`. */
const SOURCE = /^\/files\/([\w-]+)\/([^"/\\?#]+)$/u;

/** Resizes pictures to the sizes and formats that browsers request. */
export function createPictures({ assets, dataDir, ...parts }: Options) {
  const folder = openMediaFolder(dataDir);
  const originals = createOriginals({ ...parts, folder });
  const making = new Map<string, Promise<Media>>();
  const queue = createFairQueue({ limit: MAX_CONCURRENT_RESIZES, maxWaiting: MAX_WAITING });

  /** Resizes a picture; simultaneous requests share the work. */
  function make(url: string, original: Original, wanted: Wanted, client: string): Promise<Media> {
    const { key } = planOf(original, wanted);
    return singleFlight(making, key, () =>
      queue.run(client, async () => {
        const { original: current, body } = await originals.withBody(url, original);
        const plan = planOf(current, wanted);
        const picture = await resize(body, plan.facts, plan.width, plan.target);
        await folder.store(plan.key, picture);
        return mediaOf(plan, (await folder.find(plan.key)) ?? picture);
      }),
    );
  }

  return {
    /**
     * Returns a picture by its token and name, at one of the widths, in the best accepted format. Rejects with a `SiteError`:
     * `notFound`, `busy`, or the backend's error.
     */
    async media(
      token: string,
      name: string,
      { width: requestedWidth, accepted, savesData, client: visitor }: MediaRequest,
    ): Promise<Media> {
      const url = assets.resolve(token, name);
      const width = WIDTHS.find((one) => `${one}` === requestedWidth);
      if (!url || !width) throw new SiteError('notFound');
      const original = await originals.inspect(url);
      const wanted = { accepted, width: savesData ? SAVE_DATA_WIDTH : width };
      const plan = planOf(original, wanted);
      const ready = await folder.find(plan.key);
      return ready ? mediaOf(plan, ready) : make(url, original, wanted, visitor);
    },

    /** Returns the known size of a picture by its URL under `/files`. Pictures that are sent unchanged have none. */
    sizeOf(href: string): PictureSize | undefined {
      const original = originalOf(href);
      if (original && isUnreadable(original)) return UNREADABLE;
      const facts = original?.facts;
      return facts && { width: facts.width, height: facts.height, hasAlpha: facts.hasAlpha };
    },

    /** Returns the picture URLs whose sizes are not known yet. */
    unknownOf: (hrefs: Iterable<string>): string[] =>
      [...hrefs].filter((href) => urlOf(href) !== undefined && !originalOf(href)?.hash),

    /** Inspects pictures and waits up to `MAX_WAIT_MS`. */
    async inspect(hrefs: readonly string[]): Promise<void> {
      const urls = new Set(hrefs.map(urlOf).filter((url) => url !== undefined));
      const inspecting = Promise.allSettled([...urls].map(originals.inspect));
      await Promise.race([inspecting, wait(MAX_WAIT_MS, undefined, { ref: false })]);
    },

    /** Resolves when all writes to the disk have ended. */
    close: folder.close,

    /** Counts of the pictures that are being resized or wait for it. */
    counts: queue.counts,
  };

  function originalOf(href: string): Original | undefined {
    const url = urlOf(href);
    return url === undefined ? undefined : originals.known(url);
  }

  function urlOf(href: string): string | undefined {
    const [, token, name] = SOURCE.exec(href) ?? [];
    return token && name ? assets.resolve(token, decodePart(name)) : undefined;
  }
}

type Wanted = { width: number; accepted: readonly string[] };
type Plan = { key: string; facts: SourceFacts; width: number; target: Target; hash: string };

/** Plans a resized picture, never wider than the original. */
function planOf({ facts, hash }: Original, wanted: Wanted): Plan {
  if (!facts) throw new SiteError('notFound', { detail: 'no picture that can be shown' });
  const width = widthsFor(facts.width, wanted.width).at(-1) ?? wanted.width;
  const target = targetFor(facts, width, wanted.accepted);
  return { key: `m${RESIZE_VERSION}-${hash}-${width}-${target}`, facts, width, target, hash };
}

const ETAG_LENGTH = 16;

const mediaOf = ({ hash, width, target }: Plan, content: Media['content']): Media => ({
  content,
  type: `image/${target}`,
  etag: `"${RESIZE_VERSION}-${hash.slice(0, ETAG_LENGTH)}-${width}-${target}"`,
});

export type SitePictures = ReturnType<typeof createPictures>;
