import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { mapInTurns } from '../lib/in-turns.ts';

/** Unlike the encoding `utf8` it leaves out the mark that some editors put first. */
const decoder = new TextDecoder();

/** What a JSON file says, and the stamps of all files that it was made of. */
type Kept = { value: unknown; stamps: Stamps };
type Stamps = Map<string, string | undefined>;

/**
 * Reads the content of a folder: JSON files, in which `{"$file": "x.html"}` stands for the text of the file beside.
 * The content is cached until one of them changes, so that an edit shows at the next call; callers must not change it.
 * Files are read one by one and at once: for thousands of small ones that is many times faster than by promises.
 */
export function createFolder(root: string) {
  const kept = new Map<string, Kept>();

  /** The content of a JSON file, its texts in place; undefined where there is no such file. */
  function read(name: string): unknown {
    const file = path.join(root, name);
    const known = kept.get(file);
    if (known && isSame(known.stamps)) return known.value;
    kept.delete(file);
    const stamps: Stamps = new Map();
    try {
      const value = withTexts(JSON.parse(text(file, stamps)), path.dirname(file), stamps);
      kept.set(file, { value, stamps });
      return value;
    } catch (error) {
      const { code, path: missing } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' && missing === file) return undefined;
      throw error;
    }
  }

  /** All JSON files of a subfolder, in the order of their names. */
  const jsonFiles = (name: string): Promise<unknown[]> =>
    mapInTurns(namesIn(path.join(root, name)), (file) => read(path.join(name, file)));

  /** The size in bytes of an asset by its address, if it is a file of this folder. */
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

/** The names of a folder's JSON files, sorted; none where there is no such folder. */
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

const isSame = (stamps: Kept['stamps']): boolean =>
  [...stamps].every(([file, stamp]) => stampOf(file) === stamp);

/** The stamp is older than the text, so that an edit in between is read the next time. */
function text(file: string, stamps: Stamps): string {
  stamps.set(file, stampOf(file));
  return decoder.decode(readFileSync(file));
}

function withTexts(value: unknown, folder: string, stamps: Stamps): unknown {
  if (Array.isArray(value)) return value.map((item) => withTexts(item, folder, stamps));
  if (typeof value !== 'object' || value === null) return value;
  if ('$file' in value) return text(path.join(folder, path.normalize(`/${value.$file}`)), stamps);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withTexts(item, folder, stamps)]),
  );
}
