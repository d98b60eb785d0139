import path from 'node:path';
import { Writable } from 'node:stream';
import { temporaryFolder } from '../../src/applications/store/testing/index.ts';
import { runBackendDoctor, runDoctor } from '../../src/cli/doctor/run.ts';

export const root = path.resolve(import.meta.dirname, '../..');
export const distDir = path.join(root, 'dist');

/** Settings with an unreachable backend, which fails fast. */
export const QUICK = { API_BASE_URL: 'http://127.0.0.1:1' };

/** Runs the doctor, by default with an empty data folder. */
export async function doctor(environment: Record<string, string> = {}, options = {}) {
  const installation = {
    environment: { DATA_DIR: await temporaryFolder(), ...environment },
    distDir,
  };
  return collectOutput((output) => runDoctor(options, installation, output));
}

/** Runs the doctor for the team of a backend. */
export const examineBackend = (environment: Record<string, string>) =>
  collectOutput((output) => runBackendDoctor(environment, distDir, output));

async function collectOutput(run: (output: Writable) => Promise<boolean>) {
  let out = '';
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      out += chunk.toString();
      done();
    },
  });
  const hasError = await run(output);
  return { hasError, out, lines: out.split('\n') };
}

/** Returns the lines of a check with their details. */
export function linesOf({ lines }: { lines: string[] }, name: string): string[] {
  const isOfCheck = (line: string) => line.slice('warning  '.length).startsWith(name);
  const at = lines.findIndex(isOfCheck);
  if (at < 0) throw new Error(`no line of ${name}`);
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('   ') && !isOfCheck(line));
  return lines.slice(at, end).map((line) => line.replace(/ {2,}/gu, ' ').trim());
}
