import { type MirrorAddress, mirrorAddress } from './mirror-address.ts';

/** An address of the site with the page that named it first. */
export type Found = MirrorAddress & { from: string };

/** The addresses that were found so far, each file of the mirror once, in the order in which they were found. */
export function createFoundAddresses(onFault: (fault: string) => void) {
  const files = new Set<string>();
  const list: Found[] = [];

  return {
    /** Grows while pages are read. */
    list: list as readonly Found[],

    note(link: string, from: string): void {
      const address = mirrorAddress(link);
      if (!address) onFault(`${link}: no name for a file, in ${from}`);
      if (!address || files.has(address.file)) return;
      files.add(address.file);
      list.push({ ...address, from });
    },
  };
}

export type FoundAddresses = ReturnType<typeof createFoundAddresses>;
