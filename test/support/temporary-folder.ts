import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder that goes with the block that uses it: `await using folder = await temporaryFolder('load')`. */
export const temporaryFolder = (name: string) => mkdtempDisposable(path.join(tmpdir(), `plinth-${name}-`));
