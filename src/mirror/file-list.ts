import { open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../lib/copy-file.ts';

const NAME = 'files';
const FIRST_LINE = 'Files of a mirror that Plinth wrote; it changes and removes no others.';

/** Rejects, and changes nothing, unless the folder is missing, empty or a mirror. */
export async function requireMirror(folder: string, own: string): Promise<void> {
  if (await readList(path.join(own, NAME))) return;
  if ((await namesIn(folder)).some((name) => name !== path.basename(own)))
    throw new Error(`${folder} is neither empty nor a mirror: nothing was written`);
}

/**
 * List of the files that a mirror has written, one per line with the ETag. A file is listed before it is written, so that a killed
 * run leaves no unknown file.
 */
export async function openList(own: string) {
  const file = path.join(own, NAME);
  const known = (await readList(file)) ?? new Map();
  await writeList(file, known);
  const journal = await open(file, 'a');

  return {
    has: (name: string): boolean => known.has(name),
    files: (): string[] => [...known.keys()],
    etagOf: (name: string): string | undefined => known.get(name),

    async add(name: string): Promise<void> {
      known.set(name, undefined);
      await journal.appendFile(`${name}\n`);
    },

    setEtag: (name: string, etag: string | undefined): void => void known.set(name, etag),
    forget: (name: string): void => void known.delete(name),

    async close(): Promise<void> {
      await journal.close();
      await writeList(file, known);
    },
  };
}

type Known = Map<string, string | undefined>;

/** Undefined if there is no list. A last line without line end is incomplete. */
async function readList(file: string): Promise<Known | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const [first, ...lines] = text.split('\n').slice(0, -1);
  if (first !== FIRST_LINE) throw new Error(`${file} is not the list of a mirror`);
  return new Map(
    lines.map((line) => {
      const [name = '', etag] = line.split('\t');
      return [name, etag];
    }),
  );
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });

/** Writes atomically. */
async function writeList(file: string, known: Known): Promise<void> {
  const part = `${file}.part`;
  const lines = Array.from(known, ([name, etag]) => (etag ? `${name}\t${etag}` : name));
  await writeFile(part, `${[FIRST_LINE, ...lines].join('\n')}\n`);
  await rename(part, file);
}
