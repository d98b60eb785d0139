import { setTimeout as wait } from 'node:timers/promises';
import { answerOf, type Bare } from './bare.ts';
import { type Generator, type Measured, measure } from './load.ts';
import { median } from './numbers.ts';
import type { BenchSite } from './sites.ts';

/** Until a page asked for twice is compressed as far as it goes. */
const SETTLE_MS = 1500;
const WARM_UP = { seconds: 1, connections: 100 };

export type Headers = Record<string, string>;

/** An address, and the process behind it. */
export type Subject = { pid: number; url: string };

/** One thing to measure, beside others of the same case; what was measured is added to `rounds`. */
export type Measurement = Subject & { connections: number; headers: Headers; rounds: Measured[] };

export const subjectAt = ({ base, pid }: BenchSite, address: string): Subject => ({
  pid,
  url: base + address,
});

/** Has a page rendered, compiled and compressed as it is after a while in use. */
export async function warmUp(generator: Generator, { pid, url }: Subject, headers: Headers): Promise<void> {
  await measure(generator, pid, { ...WARM_UP, url, headers });
}

/** A bare server that answers with the bytes of a warm page. */
export async function twinOf(bare: Bare, { url }: Subject, headers: Headers): Promise<Subject> {
  await wait(SETTLE_MS);
  return { pid: bare.pid, url: await bare.serve(await answerOf(url, headers)) };
}

/**
 * Measures everything once a round, so that whatever else the machine does falls on all alike; every other round
 * runs backwards, so that none is always the one after another.
 */
export async function interleaved(
  generator: Generator,
  measurements: readonly Measurement[],
  rounds: number,
  seconds: number,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? measurements : [...measurements].reverse();
    for (const { pid, url, connections, headers, rounds: measured } of order)
      measured.push(await measure(generator, pid, { url, connections, seconds, headers }));
  }
}

type Figure = keyof Measured;

export const medianOf = ({ rounds }: Measurement, figure: Figure): number =>
  median(rounds.map((measured) => measured[figure]));

/** The median of the rounds' ratios: the two were measured close to each other in each round. */
export const ratioOf = (one: Measurement, other: Measurement, figure: Figure): number =>
  median(one.rounds.map((measured, at) => measured[figure] / (other.rounds[at]?.[figure] ?? Number.NaN)));
