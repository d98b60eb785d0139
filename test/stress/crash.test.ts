/** @module-tag matrix */
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startCrowd } from '../support/crowd.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { formClient, TEST_SETTINGS } from '../support/form-client.ts';
import { until } from '../support/until.ts';
import { scaled, TIMEOUT_MS, usesPostgresS3 } from './scale.ts';
import { startTestStore } from './test-store.ts';
import { judge, newVisit, send, submit, type Visit } from './visits.ts';

const ROUNDS = scaled(6, 100);
const VISITORS = 4;
const MAX_LIFE_MS = 700;

type Environment = Record<string, string>;

/** Kills the site at a random moment during submissions. */
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

/** Resubmits interrupted forms. */
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

it('keeps every acknowledged application once and complete after kill -9', {
  timeout: TIMEOUT_MS,
}, async () => {
  await using stack = new AsyncDisposableStack();
  const store = await startTestStore(stack, usesPostgresS3);
  const environment = { ...TEST_SETTINGS, ...store.environment, LOG_LEVEL: 'silent' };
  const visits: Visit[] = [];
  for (let round = 0; round < ROUNDS; round += 1) await runRound(environment, visits);
  await repeatInterrupted(environment, visits);
  const { faults, acknowledged, applications } = await judge(store.place, visits, 2);
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
  expect(applications).toBeGreaterThanOrEqual(acknowledged);
});
