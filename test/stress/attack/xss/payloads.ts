import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Characters that a line cannot contain are escaped as in JSON. */
const unescaped = (line: string): string => JSON.parse(`"${line.replaceAll('"', '\\"')}"`);

/** Texts that run `__xss()`, or request `/xss-marker`, if a site takes them for code. The first line of each group is its technique. */
export const payloads: readonly string[] = readFileSync(
  path.join(import.meta.dirname, 'payloads.txt'),
  'utf8',
)
  .trimEnd()
  .split('\n\n')
  .flatMap((group) => group.split('\n').slice(1).map(unescaped));
