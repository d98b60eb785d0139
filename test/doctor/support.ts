import path from 'node:path';
import { Writable } from 'node:stream';
import { temporaryFolder } from '../../src/applications/store/testing/index.ts';
import { run } from '../../src/cli/doctor/run.ts';

export const root = path.resolve(import.meta.dirname, '../..');

/** Settings with an unreachable backend, which fails fast. */
export const QUICK = { API_BASE_URL: 'http://127.0.0.1:1' };

/** Runs the doctor, by default with an empty data folder. */
export async function doctor(environment: Record<string, string> = {}, args: string[] = []) {
  const output = { out: '', err: '' };
  const into = (name: keyof typeof output) =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        output[name] += chunk.toString();
        done();
      },
    });
  const installation = { environment: { DATA_DIR: await temporaryFolder(), ...environment }, root };
  const status = await run(args, installation, into('out'), into('err'));
  return { status, ...output, lines: output.out.split('\n') };
}

/** Returns the line of a check and its details. */
export function linesOf({ lines }: { lines: string[] }, name: string): string[] {
  const at = lines.findIndex((line) => line.slice('warning  '.length).startsWith(name));
  if (at < 0) throw new Error(`no line of ${name}`);
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('   '));
  return lines.slice(at, end).map((line) => line.replace(/ {2,}/gu, ' ').trim());
}
