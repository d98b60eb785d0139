import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import stringWidth from 'string-width';
import { padded, print, usageError, visibleLine } from '../terminal.ts';
import { counted, type Finding } from './finding.ts';
import { examine, type Installation } from './probes.ts';

const NO_ERROR = 0;
const ERROR = 1;
const WRONG_USAGE = 2;

const LEVEL_WIDTH = 'warning  '.length;
const MAX_DETAILS = 8;

const USAGE = `Usage: plinth doctor [--outside]

Checks settings, build, DATA_DIR and store, captcha, backend in both languages, redirects, and each configured
service. It changes nothing and can run next to the site, with the same settings in the environment.

  --outside  also asks SITE_URL, as visitors reach it: build, compression, PATCH, large bodies, client address,
             /metrics and HSTS

  ok       works
  warning  may be intended
  error    something on the site does not work

Exit status: 0 no error, 1 an error, 2 wrong usage.
`;

/** Runs the command and returns its exit status. */
export async function run(
  args: string[],
  installation: Installation,
  out: Writable,
  err: Writable,
): Promise<number> {
  let isOutside = false;
  try {
    const { values } = parseArgs({
      args,
      options: { help: { type: 'boolean', short: 'h' }, outside: { type: 'boolean' } },
    });
    if (values.help) {
      await print([USAGE], out);
      return NO_ERROR;
    }
    isOutside = values.outside ?? false;
  } catch (thrown) {
    await print([`${usageError((thrown as Error).message, 'plinth doctor')}\n`], err);
    return WRONG_USAGE;
  }
  const findings = await examine(installation, isOutside);
  await print(linesOf(findings), out);
  return findings.some(({ level }) => level === 'error') ? ERROR : NO_ERROR;
}

function* linesOf(findings: readonly Finding[]): Generator<string> {
  const nameWidth = Math.max(...findings.map(({ name }) => stringWidth(name))) + 2;
  const indent = ' '.repeat(LEVEL_WIDTH + nameWidth);
  for (const { name, level, text, details = [] } of findings) {
    yield `${padded(level, LEVEL_WIDTH)}${padded(name, nameWidth)}${visibleLine(text)}\n`;
    for (const detail of details.slice(0, MAX_DETAILS)) yield `${indent}${visibleLine(detail)}\n`;
    if (details.length > MAX_DETAILS) yield `${indent}and ${details.length - MAX_DETAILS} more\n`;
  }
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length;
  yield `\n${count('ok')} ok, ${counted(count('warning'), 'warning')}, ${counted(count('error'), 'error')}\n`;
}
