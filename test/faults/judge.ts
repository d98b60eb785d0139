import { RETRY_MS } from '../../src/backend/cache.ts';
import { type Figures, FRESH_S, type Phase } from './run-faults.ts';

/** Calls to the backend that a page which nobody has seen takes at most, next to what all pages need. */
const CALLS_OF_UNSEEN = 2;

/**
 * Maximum of calls in a phase: each question that pages are made of once in the time that it is fresh or waits after a failure,
 * and once more; and what nobody has seen, each time.
 */
export function callsAllowed({ seconds, answers }: Phase, questions: number): number {
  const turns = Math.ceil(seconds / Math.min(FRESH_S, RETRY_MS / 1000)) + 1;
  const unseen = answers.filter(({ isSeen }) => !isSeen).length * CALLS_OF_UNSEEN;
  return questions * turns + unseen;
}

/** Errors independent of the machine's speed: a cached page that was not served, a cut connection, and unnecessary backend requests. */
export function faultsOf({ phases, restart, questions }: Figures): string[] {
  const all = [...phases, { fault: 'restart', answers: restart.answers }];
  const failed = all.flatMap(({ fault, answers }) =>
    answers
      .filter(({ isSeen, status }) => (isSeen ? status !== 200 : status === 0))
      .map(({ address, status }) => `${fault}: ${address} answered ${status}`),
  );
  const tooMany = phases
    .filter((phase) => phase.calls > callsAllowed(phase, questions))
    .map((phase) => `${phase.fault}: ${phase.calls} calls, ${callsAllowed(phase, questions)} allowed`);
  return [...new Set([...failed, ...tooMany])];
}
