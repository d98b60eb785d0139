import { SettingsError } from '../config/config.ts';
import { run } from './applications/run-command.ts';
import { readEnvironment } from './read-environment.ts';

const FAILED = 1;

/** `print` reports a failed write; without a listener the event would end the process. */
const ignoreFailedWrite = (): void => undefined;

/** Exports and backups contain personal data. */
process.umask(0o077);
process.stdout.on('error', ignoreFailedWrite);
process.stderr.on('error', ignoreFailedWrite);
const report = (message: string) => void process.stderr.write(`${message}\n`);
try {
  const context = { ...readEnvironment(), out: process.stdout, report };
  process.exitCode = await run(process.argv.slice(2), context);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  report(error.message);
  process.exitCode = FAILED;
}
