import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import stringWidth from 'string-width';
import { print } from '../applications/print.ts';
import { padded, visibleLine } from '../applications/terminal.ts';
import { examine, type Installation } from './examine.ts';
import type { Finding } from './finding.ts';

const NO_FAULT = 0;
const FAULT = 1;
const WRONG_USAGE = 2;

const GAP = '  ';
/** As wide as the longest level. */
const LEVEL_WIDTH = 'warning'.length;
const MAX_DETAILS = 8;

export const USAGE = `Usage: npm run -s doctor

Examines settings, build, DATA_DIR and store, captcha, backend in both languages, redirects, and each service that is
configured. Changes nothing; the site may run meanwhile, with the same settings in the environment.

  ok       as it should be
  warning  worth a look
  fault    the site does not do all that it should

Exit status: 0 no fault, 1 a fault, 2 wrong usage.
`;

/** Does what the arguments say and gives the process's exit status. */
export async function run(
  args: string[],
  installation: Installation,
  out: Writable,
  err: Writable,
): Promise<number> {
  try {
    const { values } = parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } } });
    if (values.help) {
      await print([USAGE], out);
      return NO_FAULT;
    }
  } catch (error) {
    await print([`${visibleLine((error as Error).message)}\n\n`, USAGE], err);
    return WRONG_USAGE;
  }
  const findings = await examine(installation);
  await print(tableOf(findings), out);
  return findings.some(({ level }) => level === 'fault') ? FAULT : NO_FAULT;
}

/** A table for a person: the level, the subject and the result of each check, then the number of each level. */
function* tableOf(findings: readonly Finding[]): Generator<string> {
  const width = Math.max(...findings.map(({ what }) => stringWidth(what)));
  const indent = ' '.repeat(LEVEL_WIDTH + GAP.length + width + GAP.length);
  for (const { what, level, said, details = [] } of findings) {
    yield `${padded(level, LEVEL_WIDTH)}${GAP}${padded(what, width)}${GAP}${visibleLine(said)}\n`;
    for (const detail of details.slice(0, MAX_DETAILS)) yield `${indent}${visibleLine(detail)}\n`;
    if (details.length > MAX_DETAILS) yield `${indent}and ${details.length - MAX_DETAILS} more\n`;
  }
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length;
  yield `\n${count('ok')} ok, ${count('warning')} warnings, ${count('fault')} faults\n`;
}
