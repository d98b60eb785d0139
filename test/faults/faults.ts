import { randomInt } from 'node:crypto';
import { MAX_PAGE_P99_MS, percentile, table } from '../support/report.ts';
import { callsAllowed, faultsOf } from './judge.ts';
import { type Figures, FRESH_S, type Phase, runFaults } from './run-faults.ts';
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

/** How often each status was answered. */
function statusesOf(answers: readonly Answer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ') || 'none';
}

const HEAD = [
  'fault',
  'seen before',
  'p50 ms',
  'p99 ms',
  'longest ms',
  'never seen',
  'longest ms',
  'calls/s',
  'allowed/s',
];

function rowOf(phase: Phase, questions: number): (string | number)[] {
  const seen = seenOf(phase.answers);
  const unseen = phase.answers.filter(({ isSeen }) => !isSeen);
  return [
    phase.fault,
    statusesOf(seen),
    percentile(timesOf(seen), 0.5).toFixed(1),
    p99Of(seen).toFixed(1),
    longestOf(seen).toFixed(0),
    statusesOf(unseen),
    longestOf(unseen).toFixed(0),
    (phase.calls / phase.seconds).toFixed(1),
    (callsAllowed(phase, questions) / phase.seconds).toFixed(1),
  ];
}

/** Figures over their limits. */
const lateOf = ({ phases, restart }: Figures): string[] => [
  ...phases.flatMap(({ fault, answers }) => [
    ...(p99Of(seenOf(answers)) > MAX_PAGE_P99_MS ? [`${fault}: p99 over ${MAX_PAGE_P99_MS} ms`] : []),
    ...(longestOf(answers) > MAX_WAIT_MS ? [`${fault}: somebody waited over ${MAX_WAIT_MS} ms`] : []),
  ]),
  ...(restart.firstPageMs > MAX_FIRST_PAGE_MS ? [`restart: first page after ${restart.firstPageMs} ms`] : []),
];

console.log(
  `Seed ${seed}: ${VISITORS} visitors, ${FAULT_MS / 1000} s a fault, API_TIMEOUT_MS ${TIMEOUT_MS}.`,
);
const figures = await runFaults({
  seed,
  visitors: VISITORS,
  faultMs: FAULT_MS,
  wellMs: WELL_MS,
  timeoutMs: TIMEOUT_MS,
});
const { phases, restart, questions } = figures;
console.log(
  table(
    HEAD,
    phases.map((phase) => rowOf(phase, questions)),
  ),
);
console.log(
  `\nCalls allowed: each of ${questions} questions once in ${FRESH_S} s less its jitter and once more, each call path once a second, two for a page never seen.`,
);
console.log(
  `Restart with the backend off: first page ${restart.firstPageMs.toFixed(0)} ms after the start of the process, ${restart.answers.length} pages (${statusesOf(restart.answers)}), longest ${longestOf(restart.answers).toFixed(0)} ms.`,
);
const faults = [...faultsOf(figures), ...lateOf(figures)];
for (const fault of faults) console.log(`FAILS  ${fault}`);
process.exit(faults.length > 0 ? 1 : 0);
