import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** `await using folder = await temporaryFolder('load')` removes it at the end of the block. */
export const temporaryFolder = (name: string) => mkdtempDisposable(path.join(tmpdir(), `plinth-${name}-`));

/** Writes a file into a folder. Returns its path. */
export async function writeIn(folder: string, name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}
