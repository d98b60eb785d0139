import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder that goes with the block that uses it: `await using folder = await temporaryFolder('load')`. */
export const temporaryFolder = (name: string) => mkdtempDisposable(path.join(tmpdir(), `plinth-${name}-`));

/** Writes a file into a folder and gives its path. */
export async function writeIn(folder: string, name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}
