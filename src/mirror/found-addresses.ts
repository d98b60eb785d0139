import { type MirrorAddress, mirrorAddress } from './mirror-address.ts';

/** An address of the site with the page that linked it first. */
export type Found = MirrorAddress & { from: string };

/** Addresses found so far, each file of the mirror once, in the order of discovery. */
export function createFoundAddresses(onFailure: (failure: string) => void) {
  const files = new Set<string>();
  const list: Found[] = [];

  return {
    list: list as readonly Found[],

    add(link: string, from: string): void {
      const address = mirrorAddress(link);
      if (!address) onFailure(`${link}: not a valid file name, linked by ${from}`);
      if (!address || files.has(address.file)) return;
      files.add(address.file);
      list.push({ ...address, from });
    },
  };
}

export type FoundAddresses = ReturnType<typeof createFoundAddresses>;
