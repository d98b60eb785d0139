import { readEnvironment } from './environment.ts';
import { run } from './run.ts';

/** The writer of a stream gets its failure; without a listener it would end the process too. */
function toldToTheWriter(): void {}

/** What is exported or backed up is personal data. */
process.umask(0o077);
process.stdout.on('error', toldToTheWriter);
process.stderr.on('error', toldToTheWriter);
process.exitCode = await run(process.argv.slice(2), {
  ...readEnvironment(),
  out: process.stdout,
  report: (message) => void process.stderr.write(`${message}\n`),
});
