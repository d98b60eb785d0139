import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

type Kept = { stamp: string; text: string };

/**
 * Reads the content of a folder: JSON files, in which `{"$file": "x.html"}` stands for the text of the file beside.
 * Texts are kept until the file changes, so that an edit shows at the next call.
 */
export function createFolder(root: string) {
  const kept = new Map<string, Kept>();

  async function text(file: string): Promise<string> {
    const { mtimeMs, size } = await stat(file);
    const stamp = `${mtimeMs} ${size}`;
    const known = kept.get(file);
    if (known?.stamp === stamp) return known.text;
    const fresh = new TextDecoder().decode(await readFile(file));
    kept.set(file, { stamp, text: fresh });
    return fresh;
  }

  /** The content of a JSON file, its texts in place; nothing where there is no such file. */
  async function json(name: string): Promise<unknown> {
    const file = path.join(root, name);
    try {
      return await withTexts(JSON.parse(await text(file)), path.dirname(file));
    } catch (error) {
      if (
        (error as NodeJS.ErrnoException).code === 'ENOENT' &&
        (error as NodeJS.ErrnoException).path === file
      ) {
        return undefined;
      }
      throw error;
    }
  }

  async function withTexts(value: unknown, folder: string): Promise<unknown> {
    if (Array.isArray(value)) return Promise.all(value.map((item) => withTexts(item, folder)));
    if (typeof value !== 'object' || value === null) return value;
    if ('$file' in value) return text(path.join(folder, path.normalize(`/${value.$file}`)));
    const entries = Object.entries(value).map(async ([key, item]) => [key, await withTexts(item, folder)]);
    return Object.fromEntries(await Promise.all(entries));
  }

  /** All JSON files of a subfolder, in the order of their names. */
  async function jsonFiles(name: string): Promise<unknown[]> {
    const names = await readdir(path.join(root, name)).catch(() => []);
    return Promise.all(
      names
        .filter((file) => file.endsWith('.json'))
        .sort()
        .map((file) => json(path.join(name, file))),
    );
  }

  /** The size in bytes of an asset by its address, if it is a file of this folder. */
  async function assetSize(url: string): Promise<number | undefined> {
    try {
      const found = await stat(path.join(root, path.normalize(`/${decodeURIComponent(url)}`)));
      return found.isFile() ? found.size : undefined;
    } catch {
      return undefined;
    }
  }

  return { json, jsonFiles, assetSize };
}

export type Folder = ReturnType<typeof createFolder>;
