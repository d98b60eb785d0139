import { errorCodeOf } from '../../lib/files.ts';
import { describeLocation } from '../store-location.ts';
import {
  EXIT,
  formatHelpRows,
  formatUsageError,
  parseArguments,
  print,
  toSafeLine,
  UsageError,
} from '../terminal.ts';
import { type Context, commands } from './commands.ts';
import { type Option, options } from './options.ts';

export async function runCommand(args: string[], context: Context): Promise<number> {
  let failures = 0;
  const reportFailure = (message: string) => {
    failures += 1;
    context.report(toSafeLine(message));
  };
  try {
    const execute = parseCommand(args);
    if (execute === undefined) await print([formatHelp()], context.out);
    else {
      const { database, files } = describeLocation(context.location);
      context.report(toSafeLine(`Database: ${database}. Files: ${files}.`));
      await execute({ ...context, reportFailure });
    }
  } catch (error) {
    // EPIPE: the output's reader has closed it (`| head`).
    if (errorCodeOf(error) !== 'EPIPE') {
      const message = error instanceof Error ? error.message : String(error);
      const isUsage = error instanceof UsageError;
      context.report(isUsage ? formatUsageError(message, context.command) : toSafeLine(message));
      return isUsage ? EXIT.wrongUsage : EXIT.failed;
    }
  }
  return failures === 0 ? EXIT.done : EXIT.failed;
}

/** Parses and validates the arguments. Returns undefined for `--help`. */
function parseCommand(args: string[]) {
  const { values, positionals } = parseArguments({ args, options, allowPositionals: true });
  if (values.help) return undefined;
  const [name, ...rest] = positionals;
  if (name === undefined) throw new UsageError('no command given');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new UsageError(`there is no command ${name}`);
  const allowed: string[] = command.options ?? [];
  const unknown = Object.keys(values).find((option) => !allowed.includes(option));
  if (unknown !== undefined) throw new UsageError(`${name} takes no --${unknown}`);
  const extra = rest[command.operand ? 1 : 0];
  if (extra !== undefined && !command.isOperandRepeated)
    throw new UsageError(`unexpected argument: ${extra}`);
  const [operand = ''] = rest;
  if (command.operand && !command.isOperandOptional && operand.trim() === '')
    throw new UsageError(`${name} needs ${command.operand}`);
  return command.prepare(values, operand, rest);
}

function formatHelp(): string {
  const described = Object.entries(options).flatMap(([name, { usage = '', help }]: [string, Option]) =>
    help === undefined ? [] : [[`--${name}`, { usage, help }]],
  );
  return `Usage: plinth applications COMMAND

${formatHelpRows(commands)}
${formatHelpRows(Object.fromEntries(described))}
Applications are read from DATABASE_URL, otherwise from DATA_DIR (./data), and files from S3_BUCKET if it is set.
The site may be running.
Exit status: 0 done, 1 something could not be read or written, 2 wrong usage. Infected files, and files not yet
scanned for viruses, are listed on standard error and do not change the exit status.
`;
}
