import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { startCrowd } from '../../support/crowd.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import { formClient, TEST_SETTINGS } from '../../support/form-client.ts';
import { startTestStore } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';
import { judge, newVisit, type Result, send, submit, type Visit } from './visits.ts';

const VISITORS = 4;
const MAX_LIFE_MS = 700;

type Figures = Result & { rounds: number; cut: number };
type Environment = Record<string, string>;

/**
 * Kills the site at random times during submissions and restarts it on the same data. At the end every acknowledged application
 * must exist exactly once and complete, and no other application may be incomplete.
 */
export async function crashRounds(rounds: number, usesPostgresS3 = false): Promise<Figures> {
  await using stack = new AsyncDisposableStack();
  const store = await startTestStore(stack, 'crash', usesPostgresS3);
  const environment = { ...TEST_SETTINGS, ...store.environment, LOG_LEVEL: 'silent' };
  const visits: Visit[] = [];
  for (let round = 0; round < rounds; round += 1) await runRound(environment, visits);
  await repeatInterrupted(environment, visits);
  const result = await judge(store.place, visits);
  return { rounds, cut: visits.length - result.acknowledged, ...result };
}

async function runRound(environment: Environment, visits: Visit[]): Promise<void> {
  const site = await startDemoSite({ environment });
  const stopCrowd = startCrowd(VISITORS, async () => {
    const visit = newVisit(site.port);
    visits.push(visit);
    await submit(visit).catch(() => undefined);
  });
  // On a busy machine the first application may take longer than all rounds.
  await until('an application is acknowledged', () => visits.some(({ wasAcknowledged }) => wasAcknowledged));
  await wait(randomInt(MAX_LIFE_MS));
  await Promise.all([stopCrowd(), site.stop()]);
}

/** Resubmits interrupted forms and expects that nothing is lost or submitted twice. */
async function repeatInterrupted(environment: Environment, visits: Visit[]): Promise<void> {
  await using site = await startDemoSite({ environment });
  for (const visit of visits) {
    const { wasAcknowledged, client } = visit;
    if (wasAcknowledged || client.inputs().submitKey === undefined) continue;
    const retried = formClient(site.port);
    for (const [name, value] of client.cookies) retried.cookies.set(name, value);
    Object.assign(retried.inputs(), client.inputs());
    visit.client = retried;
    await send(visit);
  }
}
