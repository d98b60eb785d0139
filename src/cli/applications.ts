import { SettingsError } from '../config/config.ts';
import { run } from './applications/run-command.ts';
import { readEnvironment } from './read-environment.ts';

const FAILED = 1;

/** The writer of a stream gets its failure; without a listener it would end the process too. */
function toldToTheWriter(): void {}

/** What is exported or backed up is personal data. */
process.umask(0o077);
process.stdout.on('error', toldToTheWriter);
process.stderr.on('error', toldToTheWriter);
const report = (message: string) => void process.stderr.write(`${message}\n`);
try {
  const surroundings = { ...readEnvironment(), out: process.stdout, report };
  process.exitCode = await run(process.argv.slice(2), surroundings);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  report(error.message);
  process.exitCode = FAILED;
}
