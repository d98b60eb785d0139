import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { print } from '../print.ts';
import { visibleLine } from '../terminal.ts';
import { examine, type Installation } from './examine.ts';
import { tableOf } from './table.ts';

const NO_FAULT = 0;
const FAULT = 1;
const WRONG_USAGE = 2;

export const USAGE = `Usage: npm run -s doctor

Looks at the settings, the build, the data folder and its store, the captcha, the virus scanner, every path of
the content backend, some of its files, and the home page of both languages, and prints a table. Changes nothing;
the site may run meanwhile, with the same settings in the environment.

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
