import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Unescapes characters that a line cannot contain, as in JSON. */
const unescaped = (line: string): string => JSON.parse(`"${line.replaceAll('"', '\\"')}"`);

/** Texts that call `__xss()` or request `/xss-marker` if they run as code. The first line of each group is its technique. */
export const payloads: readonly string[] = readFileSync(
  path.join(import.meta.dirname, 'payloads.txt'),
  'utf8',
)
  .trimEnd()
  .split('\n\n')
  .flatMap((group) => group.split('\n').slice(1).map(unescaped));
