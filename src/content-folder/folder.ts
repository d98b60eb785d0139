import { readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { mapInTurns } from '../lib/async.ts';
import { isStorageError } from '../lib/failures.ts';
import type { LocalFile } from '../media/media-client.ts';
import { checkContent, describeMistakes, type Mistake, parseContent, readTextFile } from './check-file.ts';

/** A JSON file's last good content and its mistakes, with the fingerprints of all files that were read. */
type ContentFile = { value?: unknown; mistakes: string[]; fingerprints: Map<string, string | undefined> };

/** Reads JSON files, in which `{"$file": "x.html"}` stands for the text of that file, and caches them until one changes. */
export function openContentFolder(
  root: string,
  onMistake: (mistake: string) => void = () => undefined,
  inspect: (name: string, content: unknown) => Mistake[] = () => [],
) {
  const cachedFiles = new Map<string, ContentFile>();

  const fingerprintOf = (name: string): string | undefined => readFingerprint(path.join(root, name));
  const isCurrent = ({ fingerprints }: ContentFile): boolean =>
    fingerprints.entries().every(([name, fingerprint]) => fingerprintOf(name) === fingerprint);

  function load(name: string, earlier?: ContentFile): ContentFile {
    const fingerprints: ContentFile['fingerprints'] = new Map();
    const readText = (from: string): string | undefined => {
      // Reads the fingerprint first, so that an edit during the read is noticed next time.
      const fingerprint = fingerprintOf(from);
      fingerprints.set(from, fingerprint);
      return fingerprint === undefined ? undefined : readTextFile(root, from);
    };
    const { value = earlier?.value, mistakes } = readAndCheck(name, readText, inspect);
    for (const mistake of mistakes) onMistake(mistake);
    return { value, mistakes, fingerprints };
  }

  /** Returns the cached content of a JSON file, which callers must not modify. Throws if it has never been usable. */
  function read(name: string): unknown {
    const cached = cachedFiles.get(name);
    const file = cached && isCurrent(cached) ? cached : load(name, cached);
    cachedFiles.set(name, file);
    if (file.value === undefined) throw new Error(file.mistakes[0]);
    return file.value;
  }

  return {
    json: async (name: string): Promise<unknown> => read(name),
    /** Returns undefined if the file does not exist. */
    jsonIfAny: async (name: string): Promise<unknown> => fingerprintOf(name) && read(name),
    async usableFiles(folder: string): Promise<unknown[]> {
      const files = fingerprintOf(folder) ? readdirSync(path.join(root, folder)) : [];
      const names = files.filter((name) => name.endsWith('.json')).sort();
      const values = await mapInTurns(names, (name) => {
        try {
          return read(`${folder}/${name}`);
        } catch (error) {
          if (isStorageError(error)) throw error;
          return undefined;
        }
      });
      return values.filter((value) => value !== undefined);
    },
    /** Returns a content file's size, or undefined if the folder does not have it. */
    fileSize: (url: string): number | undefined => findFile(root, url)?.size,
  };
}

export type Folder = ReturnType<typeof openContentFolder>;

/** Returns the content of a JSON file with its mistakes. If there is no `value`, the site cannot show the file at all. */
function readAndCheck(
  name: string,
  readFile: (name: string) => string | undefined,
  inspect: (name: string, content: unknown) => Mistake[],
): { value?: unknown; mistakes: string[] } {
  try {
    const text = readFile(name);
    if (text === undefined) return { mistakes: [`${name}: the file is missing`] };
    const missing: Mistake[] = [];
    const content = includeTexts(parseContent(text, name), [], (file, at) => {
      const included = readFile(path.join(path.dirname(name), path.normalize(`/${file}`)));
      if (included === undefined) missing.push({ path: at, text: `${file} is missing` });
      return included;
    });
    const checked = missing.length > 0 ? { mistakes: missing } : checkContent(name, content);
    const mistakes = [...checked.mistakes, ...inspect(name, content)];
    return { ...checked, mistakes: describeMistakes(name, text, mistakes) };
  } catch (error) {
    // Not cached as a mistake of the file, because the file has not changed when it can be read again.
    if (isStorageError(error)) throw error;
    const { message } = error as Error;
    // System errors, and errors about deeply nested JSON, do not begin with the file name.
    return { mistakes: [message.startsWith(path.dirname(name)) ? message : `${name}: ${message}`] };
  }
}

/** Returns a value that changes with every edit, or undefined for a missing file. */
function readFingerprint(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.ctimeMs} ${found.size}`;
}

type ReadText = (name: string, at: readonly PropertyKey[]) => string | undefined;

function includeTexts(value: unknown, at: readonly PropertyKey[], textOf: ReadText): unknown {
  if (Array.isArray(value)) return value.map((item, index) => includeTexts(item, [...at, index], textOf));
  if (typeof value !== 'object' || value === null) return value;
  if ('$file' in value) return textOf(String(value.$file), at);
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([key, item]) => [key, includeTexts(item, [...at, key], textOf)]));
}

/** Finds the file of a URL path such as `/files/a.pdf`. Ignores files outside the folder, also behind symbolic links. */
export function findFile(root: string, url: string): LocalFile | undefined {
  const [, name] = /^\/files\/([^?#]+)/u.exec(url) ?? [];
  if (name === undefined) return undefined;
  try {
    const folder = realpathSync(path.join(root, 'files'));
    const file = realpathSync(path.join(folder, decodeURIComponent(name)));
    const stats = statSync(file);
    return file.startsWith(folder + path.sep) && stats.isFile() ? { file, size: stats.size } : undefined;
  } catch {
    return undefined;
  }
}
