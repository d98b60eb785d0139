import { expect, inject, it, onTestFinished } from 'vitest';
import { runSql } from '../../../../test/support/postgres.ts';
import { retryUntilDone, until } from '../../../../test/support/until.ts';
import { openStore } from '../index.ts';
import { cuttableProxy } from '../testing/cuttable-proxy.ts';
import { newDatabase, newDraft, readyDraft, temporaryFolder, values } from '../testing/index.ts';

const WAIT_MS = 500;

async function storeOf(databaseUrl: string) {
  const lines: unknown[] = [];
  const log = { info: () => undefined, warn: (line: unknown) => void lines.push(line) };
  const store = await openStore(await temporaryFolder(), log, { databaseUrl, lockWaitMs: WAIT_MS });
  onTestFinished(() => store.close());
  return { store, lines };
}

const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);
const askServer = (statement: string) => runSql(inject('postgres')?.url ?? '', statement);

/** Returns the time until a promise is rejected. */
async function refusedAfter(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await expect(work).rejects.toThrow();
  return performance.now() - startedAt;
}

it('waits only once for a silent PostgreSQL server', async () => {
  const proxy = await cuttableProxy();
  const { store } = await storeOf(proxy.through(await newDatabase()));
  const draft = await newDraft(store);
  proxy.cut(true);
  const works = [
    store.drafts.get(draft.id),
    store.drafts.saveFields(draft.id, values),
    store.rateCounters.increment('key', 1000),
  ];
  for (const ms of await Promise.all(works.map(refusedAfter))) expect(ms).toBeLessThan(WAIT_MS + 3000);
  expect(await refusedAfter(store.drafts.get(draft.id))).toBeLessThan(WAIT_MS);
  proxy.cut(false);
  expect(await retryUntilDone(() => store.drafts.saveFields(draft.id, values))).toEqual([]);
  expect(await store.drafts.fields(draft.id)).toEqual(values);
});

it('completes or rolls back submissions when PostgreSQL drops all connections', async () => {
  const databaseUrl = await newDatabase();
  const { store, lines } = await storeOf(databaseUrl);
  const cut = () =>
    askServer(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(databaseUrl)}'`,
    );
  for (let round = 0; round < 5; round += 1) {
    const { id, submitKey } = await readyDraft(store);
    const works = Array.from({ length: 10 }, () => store.applications.submit(id, submitKey, values));
    await Promise.all([Promise.allSettled(works), cut()]);
    const receipt = await retryUntilDone(() => store.applications.submit(id, submitKey, values));
    expect(receipt).toHaveProperty('reference');
  }
  const sent = await retryUntilDone(() => store.applications.list());
  expect(sent.map(({ files }) => files)).toEqual([1, 1, 1, 1, 1]);
  await cut();
  await until('the loss of an idle connection is logged', () => lines.length > 0);
});
