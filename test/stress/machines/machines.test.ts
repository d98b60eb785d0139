/** @module-tag matrix */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type DemoSite, startDemoSite } from '../../support/demo-site.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { killTree } from '../../support/processes.ts';
import { seeded } from '../../support/random.ts';
import { serversOf } from '../../support/store-environment.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { scaled, seed, TIMEOUT_MS } from '../scale.ts';
import { startServers } from '../test-store.ts';
import { judge, type Sent } from '../visits.ts';
import { startBalancer } from './balancer.ts';
import { travel } from './journeys.ts';

const JOURNEYS = scaled(30, 2000);
const FAILURES = scaled(4, 200);
const VISITORS = 6;
/** Pause between two failures. */
const CALM_MS = { least: 1000, more: 3000 };
/** Duration of a failure of the store or the database. */
const AWAY_MS = 3000;

it('killed machines, database restarts and store failures do not lose or duplicate an application', {
  timeout: TIMEOUT_MS,
}, async () => {
  const random = seeded(seed);
  await using stack = new AsyncDisposableStack();
  const { path: dataDir } = stack.use(await temporaryFolder('machines'));
  const { postgres, s3, location } = await startServers(stack);
  const balancer = stack.use(await startBalancer(random));
  const environment = {
    ...TEST_SETTINGS,
    ...serversOf(location),
    SITE_URL: balancer.origin,
    SESSION_SECRET: randomBytes(16).toString('hex'),
    LOG_LEVEL: 'silent',
  };
  const machines: DemoSite[] = [];
  stack.defer(async () => void (await Promise.all(machines.map((machine) => machine.stop()))));
  const begin = async () => {
    const machine = await startDemoSite({ environment });
    machines.push(machine);
    balancer.join(machine.port);
  };
  /** Kills a machine without notice, so that its connections break. */
  const kill = async (number: number) => {
    const [machine] = machines.splice(number, 1);
    if (!machine) return;
    killTree(machine.pid);
    balancer.leave(machine.port);
    await machine.stop();
  };
  await begin();
  await begin();

  const failures = [
    async () => {
      await kill(random(machines.length));
      await begin();
    },
    async () => {
      await postgres.halt('SIGQUIT');
      await wait(random(AWAY_MS));
      await postgres.start();
    },
    async () => {
      s3.behave((_request, response) => void response.writeHead(503).end());
      await wait(AWAY_MS);
      s3.behave();
    },
    async () => {
      await begin();
      await wait(AWAY_MS);
      await kill(machines.length - 1);
    },
  ];

  const sent: Sent[] = [];
  const faults: string[] = [];
  let begun = 0;
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (begun < JOURNEYS) {
      begun += 1;
      await travel(balancer.port, begun).then(
        (journey) => sent.push(journey),
        (error: Error) => faults.push(error.message),
      );
    }
  });
  for (let number = 0; number < FAILURES && sent.length + faults.length < JOURNEYS; number += 1) {
    await wait(CALM_MS.least + random(CALM_MS.more));
    await (failures[number] ?? failures[random(failures.length)])?.();
  }
  await Promise.all(visitors);
  const found = await judge({ dataDir, ...location }, sent);
  expect({ seed, faults: [...faults, ...found.faults] }).toEqual({ seed, faults: [] });
  expect(found.acknowledged).toBe(JOURNEYS);
});
