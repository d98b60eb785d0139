import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '../../src/build/places.ts';
import type { Environment } from './demo-site.ts';

type Run = {
  status: number | null;
  out: string;
  err: string;
  /** With `--changes`: changed files with their sign (`+`, `~` or `-`), sorted. */
  changes: string[];
};

/** Runs `plinth mirror` with the built site and only the given environment. */
export async function runMirror(args: string[], environment: Environment): Promise<Run> {
  const child = spawn(process.execPath, [path.join(root, 'src/cli/plinth.ts'), 'mirror', ...args], {
    env: { PATH: process.env.PATH, ...environment },
  });
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text;
  });
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, ...output, changes: output.out.split('\n').filter(Boolean).sort() };
}
