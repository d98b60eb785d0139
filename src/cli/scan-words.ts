import type { Scan } from '../store/tables.ts';

/** The known facts of a file, for a person. */
export const scanWords: Record<Scan, string> = {
  clean: 'clean',
  unscanned: 'unscanned: there was no virus scan',
  held: 'held: not yet scanned for viruses',
  infected: 'INFECTED',
};
