import type { PictureFacts } from '../content/resized-pictures.ts';
import { sizeOf } from './size.ts';

/**
 * The sizes of pictures whose bytes are there, until they are looked into: a page needs no more of them at first. Those that
 * pages wait for come before all that is looked into.
 */
export function createSizes() {
  const sizes = new Map<string, PictureFacts>();
  const coming = new Map<string, PromiseWithResolvers<void>>();
  const awaited = new Set<Promise<unknown>>();

  return {
    get: (url: string): PictureFacts | undefined => sizes.get(url),

    /** Notes the size of a picture, and says whether its bytes tell it. */
    note(url: string, body: Uint8Array): boolean {
      const size = sizeOf(body);
      if (size) sizes.set(url, size);
      if (size) coming.get(url)?.resolve();
      return size !== undefined;
    },

    /** Resolves when the pages that wait now have the sizes that they wait for. */
    settled: (): Promise<unknown> => Promise.all(awaited),

    /** Resolves when the size is there, or else with `looking`, which never rejects. */
    async awaited(url: string, looking: Promise<unknown>): Promise<void> {
      if (sizes.has(url)) return;
      const size = coming.get(url) ?? Promise.withResolvers<void>();
      coming.set(url, size);
      const either = Promise.race([looking, size.promise]);
      awaited.add(either);
      await either;
      awaited.delete(either);
    },

    /** The picture was looked into, or cannot be had. */
    forget(url: string): void {
      sizes.delete(url);
      coming.delete(url);
    },
  };
}
