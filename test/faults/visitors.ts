import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { startCrowd } from '../support/crowd.ts';
import { FAKE_PAGES } from '../support/fake-pages.ts';
import { type Random, seeded } from '../support/random.ts';
import { rawRequest } from '../support/raw-request.ts';

/** Maximum time that a visitor stays on a page. */
const LOOK_MS = 200;
/** One visit in this many is to a page that is not cached. */
const SEEN_TO_UNSEEN = 25;

type Visit = { address: string; isSeen: boolean };
/** `status` 0: the connection was cut. */
export type Answer = Visit & { status: number; ms: number };

/** Asks for a page and reads it to its end. */
export async function visit(port: number, one: Visit, agent?: Agent): Promise<Answer> {
  const startedAt = performance.now();
  const { status } = await rawRequest(port, one.address, { agent }).catch(() => ({ status: 0 }));
  return { ...one, status, ms: performance.now() - startedAt };
}

/** Random next page of a visitor. */
function nextVisit(random: Random): Visit {
  if (random(SEEN_TO_UNSEEN) > 0)
    return { address: FAKE_PAGES[random(FAKE_PAGES.length)] ?? '/', isSeen: true };
  const name = randomUUID();
  return { address: random(2) === 0 ? `/search?keyword=${name}` : `/articles/${name}`, isSeen: false };
}

/** Visitors on a keep-alive connection each, who go from page to page until the time is over. */
export async function visitFor(port: number, visitors: number, ms: number, seed: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  const randoms = Array.from({ length: visitors }, (_, number) => seeded(seed + number));
  const leave = startCrowd(visitors, async (_turn, { number, agent }) => {
    const random = randoms[number] ?? seeded(seed);
    await wait(random(LOOK_MS));
    answers.push(await visit(port, nextVisit(random), agent));
  });
  await wait(ms);
  await leave();
  return answers;
}
