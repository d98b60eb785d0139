import { randomInt } from 'node:crypto';
import { MAX_PAGE_P99_MS, percentile } from '../support/report.ts';
import { callsAllowed, faultsOf } from './judge.ts';
import { type Figures, runFaults } from './run-faults.ts';
import type { Answer } from './visitors.ts';

const VISITORS = 50;
const TIMEOUT_MS = 3000;
const FAULT_MS = 10_000;
const WELL_MS = 3000;

const MAX_WAIT_MS = TIMEOUT_MS + 500;
const MAX_FIRST_PAGE_MS = 1000;

const seed = Number(process.argv[2] ?? randomInt(1_000_000));

const timesOf = (answers: readonly Answer[]) => answers.map(({ ms }) => ms);
const longestOf = (answers: readonly Answer[]): number => Math.max(0, ...timesOf(answers));
const p99Of = (answers: readonly Answer[]): number => percentile(timesOf(answers), 0.99);
const seenOf = (answers: readonly Answer[]) => answers.filter(({ isSeen }) => isSeen);

/** Figures over their limits. */
const lateOf = ({ phases, restart }: Figures): string[] => [
  ...phases.flatMap(({ fault, answers }) => [
    ...(p99Of(seenOf(answers)) > MAX_PAGE_P99_MS ? [`${fault}: p99 over ${MAX_PAGE_P99_MS} ms`] : []),
    ...(longestOf(answers) > MAX_WAIT_MS ? [`${fault}: somebody waited over ${MAX_WAIT_MS} ms`] : []),
  ]),
  ...(restart.firstPageMs > MAX_FIRST_PAGE_MS ? [`restart: first page after ${restart.firstPageMs} ms`] : []),
];

const figures = await runFaults({
  seed,
  visitors: VISITORS,
  faultMs: FAULT_MS,
  wellMs: WELL_MS,
  timeoutMs: TIMEOUT_MS,
});
const phases = figures.phases.map((phase) => ({
  fault: phase.fault,
  seen: seenOf(phase.answers).length,
  p99Ms: p99Of(seenOf(phase.answers)),
  longestMs: longestOf(phase.answers),
  calls: phase.calls,
  callsAllowed: callsAllowed(phase, figures.questions),
}));
console.log(JSON.stringify({ seed, phases, firstPageMs: figures.restart.firstPageMs }, null, 2));
const faults = [...faultsOf(figures), ...lateOf(figures)];
for (const fault of faults) console.log(`FAILS  ${fault}`);
process.exit(faults.length > 0 ? 1 : 0);
