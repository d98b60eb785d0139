import { existsSync, readdirSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { mapInTurns } from '../lib/yielding.ts';
import { parseContent, readText } from './read-content.ts';

/** Last good content of a JSON file or the error, and the stamps of all files that it was read from. */
type Entry = { value?: unknown; stamps: Stamps; error?: Error };
type Stamps = Map<string, string | undefined>;

/**
 * Reads the content of a folder: JSON files, in which `{"$file": "x.html"}` is replaced with the text of the file next to it.
 * The content is cached until one of them changes; callers must not change it. A file that cannot be read is reported once, and
 * its last good content stays.
 * Synchronous reading is faster for thousands of small files.
 */
export function createFolder(root: string, onProblem: (problem: Error) => void = () => undefined) {
  const entries = new Map<string, Entry>();

  /** Content of a JSON file with its texts; undefined if there is no such file. */
  function read(name: string): unknown {
    const file = path.join(root, name);
    const known = entries.get(file);
    const found = known && isSame(known.stamps) ? known : readAnew(file, known);
    if (found) entries.set(file, found);
    else entries.delete(file);
    if (found?.error) throw found.error;
    return found?.value;
  }

  function readAnew(file: string, known?: Entry): Entry | undefined {
    const stamps: Stamps = new Map();
    const readFile = (from: string): string => {
      // Stamp first: an edit in between is read the next time.
      stamps.set(from, stampOf(from));
      return readText(from, path.relative(root, from));
    };
    try {
      const value = parseContent(readFile(file), path.relative(root, file));
      return { value: withTexts(value, (name) => readFile(path.join(path.dirname(file), name))), stamps };
    } catch (reason) {
      const error = reason as NodeJS.ErrnoException;
      if (error.code === 'ENOENT' && error.path === file) return undefined;
      onProblem(error);
      return { stamps, ...(known && !known.error ? { value: known.value } : { error }) };
    }
  }

  /** All JSON files of a subfolder, in the order of their names. */
  const jsonFiles = (name: string): Promise<unknown[]> =>
    mapInTurns(namesIn(path.join(root, name)), (file) => read(path.join(name, file)));

  /** Size of an asset, if it is a file of this folder. */
  async function assetSize(url: string): Promise<number | undefined> {
    try {
      const found = await stat(path.join(root, path.normalize(`/${decodeURIComponent(url)}`)));
      return found.isFile() ? found.size : undefined;
    } catch {
      return undefined;
    }
  }

  return { json: async (name: string): Promise<unknown> => read(name), jsonFiles, assetSize };
}

export type Folder = ReturnType<typeof createFolder>;

/** Sorted names of a folder's JSON files; none if there is no such folder. */
const namesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .sort()
    : [];

function stampOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.mtimeMs} ${found.size}`;
}

const isSame = (stamps: Entry['stamps']): boolean =>
  [...stamps].every(([file, stamp]) => stampOf(file) === stamp);

function withTexts(value: unknown, textOf: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withTexts(item, textOf));
  if (typeof value !== 'object' || value === null) return value;
  if ('$file' in value) return textOf(path.normalize(`/${value.$file}`));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTexts(item, textOf)]));
}
