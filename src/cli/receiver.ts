import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { environmentWith } from '../environment.ts';
import { FOLDER_OF_OWNER } from '../lib/copy-file.ts';
import type { Tell } from './print.ts';
import { readArguments } from './receiver/arguments.ts';
import { createReceiver } from './receiver/server.ts';
import { USAGE } from './receiver/usage.ts';
import { UsageError } from './usage.ts';

const FAILED = 1;
const WRONG_USAGE = 2;

const tell: Tell = (message) => void process.stdout.write(`${message}\n`);
const report: Tell = (message) => void process.stderr.write(`${message}\n`);

async function run(args: string[], environment = environmentWith({}, {})): Promise<void> {
  const asked = readArguments(args, environment);
  if (!asked) return tell(USAGE.trimEnd());
  const { INIT_CWD, npm_lifecycle_event: script } = environment;
  // npm runs a script in the project's folder and keeps here where it was called.
  const folder = path.resolve((script === 'receiver' && INIT_CWD) || '.', asked.folder);
  await mkdir(folder, { recursive: true, mode: FOLDER_OF_OWNER });
  const server = createReceiver({ folder, secret: asked.secret, tell });
  await once(server.listen(asked.port, asked.host), 'listening');
  const { address, port } = server.address() as AddressInfo;
  // What is cut is sent again: it is neither lost nor written by halves.
  const end = () => {
    server.close();
    server.closeAllConnections();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
  if (asked.secret === undefined) report('No secret is known: no signature is looked at.');
  tell(`Receives at http://${address.includes(':') ? `[${address}]` : address}:${port}/ into ${folder}`);
}

/** What is received is personal data. */
process.umask(0o077);
try {
  await run(process.argv.slice(2));
} catch (error) {
  report((error as Error).message);
  process.exitCode = error instanceof UsageError ? WRONG_USAGE : FAILED;
  if (error instanceof UsageError) report(`\n${USAGE.trimEnd()}`);
}
