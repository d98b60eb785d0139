import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Texts that run `__xss()`, or ask for `/xss-marker`, where a site takes them for code; each with how it tries to. */
type Payload = { technique: string; text: string };

/** Characters that a line cannot contain are escaped as in JSON. */
const unescaped = (line: string): string => JSON.parse(`"${line.replaceAll('"', '\\"')}"`);

/** Parted by empty lines, each group below the name of its technique. */
const groups = readFileSync(path.join(import.meta.dirname, 'payloads.txt'), 'utf8')
  .trimEnd()
  .split('\n\n');

export const payloads: readonly Payload[] = groups.flatMap((group) => {
  const [technique = '', ...lines] = group.split('\n');
  return lines.map((line) => ({ technique, text: unescaped(line) }));
});
