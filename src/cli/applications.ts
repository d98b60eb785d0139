import { SettingsError } from '../config.ts';
import { readEnvironment } from './environment.ts';
import { run } from './run.ts';

/** The writer of a stream gets its failure; without a listener it would end the process too. */
function toldToTheWriter(): void {}

/** What is exported or backed up is personal data. */
process.umask(0o077);
process.stdout.on('error', toldToTheWriter);
process.stderr.on('error', toldToTheWriter);
const report = (message: string) => void process.stderr.write(`${message}\n`);
try {
  process.exitCode = await run(process.argv.slice(2), { ...readEnvironment(), out: process.stdout, report });
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  report(error.message);
  process.exitCode = 1;
}
