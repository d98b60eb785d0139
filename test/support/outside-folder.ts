import path from 'node:path';
import { root } from '../../src/build/places.ts';

/** The folder to write to, where it lies outside the project: pictures of pages are no part of it. */
export function outsideFolder(name: string | undefined): string | undefined {
  if (!name) return undefined;
  const folder = path.resolve(name);
  return /^\.\.(?:\/|$)/u.test(path.relative(root, folder)) ? folder : undefined;
}
