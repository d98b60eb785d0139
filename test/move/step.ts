import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { StoreLocation } from '../../src/store/index.ts';
import { watchMemory } from '../support/processes.ts';
import { environmentOf } from '../support/store-environment.ts';

const PLINTH = path.resolve(import.meta.dirname, '../../src/cli/plinth.ts');

/** `peakMb`: peak memory of the process. */
export type Figures = { seconds: number; peakMb?: number };

/** Seconds since a `performance.now()` timestamp. */
export const seconds = (startedAt: number): number => Math.round((performance.now() - startedAt) / 100) / 10;

/** Runs an operator command in its own process and returns its output. Throws if it fails. */
export async function runCommand(
  place: StoreLocation,
  ...words: string[]
): Promise<{ out: string; figures: Figures }> {
  const startedAt = performance.now();
  const env = { PATH: process.env.PATH, ...environmentOf(place) };
  const child = spawn(process.execPath, [PLINTH, 'applications', ...words], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const peak = watchMemory(child.pid ?? 0);
  const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const peakMb = peak();
  if (child.exitCode !== 0) throw new Error(`${words.join(' ')} exited with ${child.exitCode}`);
  return { out, figures: { seconds: seconds(startedAt), peakMb } };
}
