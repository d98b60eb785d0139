import type { Writable } from 'node:stream';
import { describeError } from '../../lib/failures.ts';
import { print, toSafeLine } from '../terminal.ts';

/** `warning`: may be intended. `error`: something on the site does not work. */
type Level = 'ok' | 'warning' | 'error';
export type Result = { level: Level; text: string; details: string[] };
/** An empty list means that there is nothing to check. */
type Results = Result | Result[];
/** A rejection is reported as an error. */
export type Check = { name: string; run: () => Results | Promise<Results> };

const createResult =
  (level: Level) =>
  (text: string, details: string[] = []): Result => ({ level, text, details });

export const ok = createResult('ok');
export const warning = createResult('warning');
export const error = createResult('error');

const LEVEL_WIDTH = 'warning  '.length;
const MAX_DETAILS = 8;

/** Runs the checks one at a time: later ones use earlier results. Returns whether one found an error. */
export async function runChecks(checks: Check[], out: Writable): Promise<boolean> {
  const nameWidth = Math.max(...checks.map(({ name }) => name.length)) + 2;
  const indent = ' '.repeat(LEVEL_WIDTH + nameWidth);
  const counts = { ok: 0, warning: 0, error: 0 };
  for (const { name, run } of checks) {
    const results = await Promise.resolve()
      .then(run)
      .catch((thrown: unknown) => error(describeError(thrown)));
    for (const { level, text, details } of [results].flat()) {
      counts[level] += 1;
      const more = details.length - MAX_DETAILS;
      const visible = [...details.slice(0, MAX_DETAILS), ...(more > 0 ? [`and ${more} more`] : [])];
      const lines = [`${level.padEnd(LEVEL_WIDTH)}${name.padEnd(nameWidth)}${toSafeLine(text)}`];
      for (const detail of visible) lines.push(indent + toSafeLine(detail));
      await print([`${lines.join('\n')}\n`], out);
    }
  }
  await print([`\n${counts.ok} ok, warnings: ${counts.warning}, errors: ${counts.error}\n`], out);
  return counts.error > 0;
}
