import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './places.ts';

/** A package as the lock file has it; `dev`: the site runs without it. */
export type Locked = {
  name: string;
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
};

const FOLDER = 'node_modules/';

/** Every package of the lock file, those of other platforms too: the same list on every machine. */
export function lockedPackages(): Locked[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Omit<Locked, 'name'> & { name?: string }>;
  };
  return Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, locked]) => ({ name: place.slice(place.lastIndexOf(FOLDER) + FOLDER.length), ...locked }));
}

/** What the site runs with. */
export const productionPackages = (): Locked[] => lockedPackages().filter(({ dev }) => !dev);
