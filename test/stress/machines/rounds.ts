import { setTimeout as wait } from 'node:timers/promises';
import { startFakeS3 } from '../../support/fake-s3.ts';
import { startPostgres } from '../../support/postgres.ts';
import { seeded } from '../../support/random.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startBalancer } from './balancer.ts';
import { type Journey, travel } from './journeys.ts';
import { judge } from './judge.ts';
import { startMachines } from './machines.ts';

export type Options = { seed: number; journeys: number; blows: number };

const MACHINES = 2;
const VISITORS = 6;
/** Pause between two failures. */
const CALM_MS = { least: 1000, more: 3000 };
/** Duration of a failure of the store or the database. */
const AWAY_MS = 3000;

/**
 * Runs several machines behind a balancer that distributes requests at random. Visitors apply with and without JavaScript's
 * requests while machines are killed and replaced, a third one starts and stops, the database restarts and the store fails.
 */
export async function machineRounds({ seed, journeys: wanted, blows: wantedBlows }: Options) {
  const random = seeded(seed);
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder('machines'));
  const postgres = await startPostgres({ settings: ['fsync=on', 'synchronous_commit=on'] });
  stack.defer(() => postgres.stop());
  const store = await startFakeS3();
  stack.defer(() => store.close());
  const servers = {
    databaseUrl: await postgres.createDatabase('machines'),
    s3: store.settings('machines/'),
  };
  const balancer = stack.use(await startBalancer(random));
  const house = stack.use(await startMachines(balancer, servers));
  for (let number = 0; number < MACHINES; number += 1) await house.begin();

  const blows = [
    () => house.replaceOne(random),
    async () => {
      await postgres.halt('SIGQUIT');
      await wait(random(AWAY_MS));
      await postgres.start();
    },
    async () => {
      store.behave((_request, response) => void response.writeHead(503).end());
      await wait(AWAY_MS);
      store.behave();
    },
    async () => {
      const third = await house.begin();
      await wait(AWAY_MS);
      await house.kill(third);
    },
  ];

  const startedAt = Date.now();
  const journeys: Journey[] = [];
  const faults: string[] = [];
  let begun = 0;
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (begun < wanted) {
      begun += 1;
      await travel(balancer.port, begun).then(
        (journey) => journeys.push(journey),
        (error: Error) => faults.push(error.message),
      );
    }
  });
  const all = Promise.all(visitors);
  let isOver = false;
  void all.then(() => {
    isOver = true;
  });
  for (let number = 0; number < wantedBlows && !isOver; number += 1) {
    await wait(CALM_MS.least + random(CALM_MS.more));
    await (blows[number] ?? blows[random(blows.length)])?.();
  }
  await all;
  const found = await judge({ dataDir: folder.path, ...servers }, journeys);
  return {
    seed,
    seconds: Math.round((Date.now() - startedAt) / 1000),
    journeys: journeys.length,
    ...found,
    faults: [...faults, ...found.faults],
  };
}
