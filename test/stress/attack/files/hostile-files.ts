import { mutated } from '../../../../src/applications/uploads/checks/testing/mutate.ts';
import { sampleAt } from '../../../../src/applications/uploads/checks/testing/samples.ts';
import type { SentFile } from '../../../support/multipart.ts';
import type { Random } from '../../../support/random.ts';
import { hostileArchive } from './hostile-archive.ts';
import { hostileCompound } from './hostile-compound.ts';
import { hostilePdf } from './hostile-pdf.ts';
import { hostilePicture } from './hostile-picture.ts';

export type Hostile = SentFile & { what: string };

/** Returns each file that is built to hang or exhaust its parser. */
export const handmade = (): Hostile[] => [
  ...named(hostileCompound, 'doc'),
  ...named(hostilePdf, 'pdf'),
  ...named(hostileArchive, 'docx'),
  ...Object.entries(hostilePicture).map(([what, [extension, make]]) => ({
    what,
    name: `hostile.${extension}`,
    content: make(),
  })),
];

const named = (files: Record<string, () => Buffer>, extension: string): Hostile[] =>
  Object.entries(files).map(([what, make]) => ({ what, name: `hostile.${extension}`, content: make() }));

/** Returns randomly damaged valid files. */
export const spoilt = (random: Random, count: number): Hostile[] =>
  Array.from({ length: count }, (_, index) => {
    const { kind, content, extensions } = sampleAt(index);
    return { what: `${kind} ${index}`, name: `spoilt.${extensions[0]}`, content: mutated(content, random) };
  });
