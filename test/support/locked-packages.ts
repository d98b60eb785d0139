import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../src/build/places.ts';

/** A package of the lock file. */
type Locked = {
  /** Folder in the project. */
  place: string;
  name: string;
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
};

const FOLDER = 'node_modules/';

/** Returns all packages of the lock file for every platform, so that the list is the same on every machine. */
export function lockedPackages(): Locked[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Omit<Locked, 'name' | 'place'> & { name?: string }>;
  };
  return Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, locked]) => ({
      place,
      name: place.slice(place.lastIndexOf(FOLDER) + FOLDER.length),
      ...locked,
    }));
}

export const productionPackages = (): Locked[] => lockedPackages().filter(({ dev }) => !dev);

/** Licences of packages without a `license` in the lock file. */
const MISSING_LICENCES: Record<string, string> = { busboy: 'MIT', streamsearch: 'MIT' };

/** Returns the SPDX expression of a package. */
export const licenceOf = ({ name, license }: Locked): string | undefined => license ?? MISSING_LICENCES[name];
