import path from 'node:path';
import { Writable } from 'node:stream';
import { run } from '../../src/cli/doctor/run.ts';
import { temporaryFolder } from '../../src/store/testing/index.ts';

export const root = path.resolve(import.meta.dirname, '../..');

/** What the doctor says of a site with these settings, in a data folder of its own where none is named. */
export async function doctor(environment: Record<string, string> = {}, args: string[] = []) {
  const said = { out: '', err: '' };
  const into = (name: keyof typeof said) =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        said[name] += chunk.toString();
        done();
      },
    });
  const installation = { environment: { DATA_DIR: await temporaryFolder(), ...environment }, root };
  const status = await run(args, installation, into('out'), into('err'));
  return { status, ...said, lines: said.out.split('\n') };
}

/** The line of a thing, and the lines below that belong to it. */
export function linesOf({ lines }: { lines: string[] }, what: string): string[] {
  const at = lines.findIndex((line) => line.slice('warning  '.length).startsWith(what));
  if (at < 0) throw new Error(`nothing is said of ${what}`);
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('   '));
  return lines.slice(at, end).map((line) => line.replace(/ {2,}/gu, ' ').trim());
}
