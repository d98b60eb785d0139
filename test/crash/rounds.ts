import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { startCrowd } from '../support/crowd.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { FREE, formClient } from '../support/form-client.ts';
import { startTestStore } from '../support/test-store.ts';
import { type Found, judge, newVisit, send, submit, type Visit } from './visits.ts';

const VISITORS = 4;
const MAX_LIFE_MS = 700;

type Figures = Found & { rounds: number; cut: number };
type Environment = Record<string, string>;

/**
 * Kills the site at random moments while visitors submit, starts it again on the same data, and looks at the end whether
 * every application that was acknowledged is there once and whole, and none is there by halves.
 */
export async function crashRounds(rounds: number, overServers = false): Promise<Figures> {
  await using stack = new AsyncDisposableStack();
  const store = await startTestStore(stack, 'crash', overServers);
  const environment = { ...FREE, ...store.environment, LOG_LEVEL: 'silent' };
  const visits: Visit[] = [];
  for (let round = 0; round < rounds; round += 1) await oneRound(environment, visits);
  await sendTheCutOnes(environment, visits);
  const found = await judge(store.place, visits);
  return { rounds, cut: visits.length - found.acknowledged, ...found };
}

async function oneRound(environment: Environment, visits: Visit[]): Promise<void> {
  const site = await startDemoSite({ environment });
  const leave = startCrowd(VISITORS, async () => {
    const visit = newVisit(site.port);
    visits.push(visit);
    await submit(visit).catch(() => undefined);
  });
  await wait(randomInt(MAX_LIFE_MS));
  await Promise.all([leave(), site.stop()]);
}

/** Who was cut off presses the button again: what was kept is kept, what was sent is not sent twice. */
async function sendTheCutOnes(environment: Environment, visits: Visit[]): Promise<void> {
  await using site = await startDemoSite({ environment });
  for (const visit of visits) {
    const { wasAcknowledged, client } = visit;
    if (wasAcknowledged || client.inputs().submitKey === undefined) continue;
    const again = formClient(site.port);
    for (const [name, value] of client.cookies) again.cookies.set(name, value);
    Object.assign(again.inputs(), client.inputs());
    visit.client = again;
    await send(visit);
  }
}
