import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { seeded } from '../support/random.ts';
import { nextVisit, type Visit } from './pages.ts';

/** The longest that a visitor looks at a page before the next one, in milliseconds. */
const LOOK_MS = 200;

/** `status` 0: the connection was cut. Times in milliseconds. */
export type Answer = Visit & { status: number; ms: number };

/** Asks for a page and reads it to its end. */
export function visit(base: string, one: Visit, agent?: Agent): Promise<Answer> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ ...one, status, ms: performance.now() - startedAt });
    request(`${base}${one.address}`, { agent }, (response) => {
      response.once('end', () => end(response.statusCode ?? 0)).once('error', () => end(0));
      response.resume();
    })
      .once('error', () => end(0))
      .end();
  });
}

/** Visitors on a keep-alive connection each, who go from page to page until the time is over. */
export async function visitFor(base: string, visitors: number, ms: number, seed: number): Promise<Answer[]> {
  const endsAt = performance.now() + ms;
  const answers: Answer[] = [];
  await Promise.all(
    Array.from({ length: visitors }, async (_, number) => {
      const random = seeded(seed + number);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (performance.now() < endsAt) {
        await wait(random(LOOK_MS));
        answers.push(await visit(base, nextVisit(random), agent));
      }
      agent.destroy();
    }),
  );
  return answers;
}
