import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { ask, startPostgres } from '../../../test/support/postgres.ts';
import { until, untilDone } from '../../../test/support/until.ts';
import { openStore } from '../index.ts';
import { cuttableProxy } from '../testing/cuttable-proxy.ts';
import {
  newDatabase,
  newDraft,
  readyDraft,
  temporaryFolder,
  testDatabase,
  values,
} from '../testing/index.ts';

const WAIT_MS = 500;

async function storeOf(databaseUrl: string) {
  const lines: unknown[] = [];
  const log = { info: () => undefined, warn: (line: unknown) => void lines.push(line) };
  const store = await openStore(await temporaryFolder(), log, { databaseUrl, lockWaitMs: WAIT_MS });
  onTestFinished(() => store.close());
  return { store, lines };
}

const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

/** Duration until a promise is rejected. */
async function refusedAfter(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await expect(work).rejects.toThrow();
  return performance.now() - startedAt;
}

describe('PostgreSQL that becomes unavailable', () => {
  it('leads to rejections in time and works after recovery', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const { store } = await storeOf(await server.createDatabase('plinth'));
    const draft = await newDraft(store);
    await server.halt();
    for (let times = 0; times < 3; times += 1) {
      expect(await refusedAfter(store.drafts.get(draft.id))).toBeLessThan(4 * WAIT_MS);
      expect(await refusedAfter(store.drafts.saveFields(draft.id, values))).toBeLessThan(4 * WAIT_MS);
    }
    await server.start();
    expect(await store.drafts.saveFields(draft.id, values)).toEqual([]);
    expect(await store.drafts.fields(draft.id)).toEqual(values);
  });

  it('is waited for once within the timeout if it is silent, and its connections are not reused', async () => {
    const way = await cuttableProxy();
    const { store } = await storeOf(way.through(await newDatabase()));
    const draft = await newDraft(store);
    way.cut(true);
    const works = [
      store.drafts.get(draft.id),
      store.drafts.saveFields(draft.id, values),
      store.rateCounters.increment('key', 1000),
    ];
    for (const ms of await Promise.all(works.map(refusedAfter))) expect(ms).toBeLessThan(WAIT_MS + 3000);
    expect(await refusedAfter(store.drafts.get(draft.id))).toBeLessThan(WAIT_MS);
    way.cut(false);
    expect(await untilDone(() => store.drafts.saveFields(draft.id, values))).toEqual([]);
    expect(await store.drafts.fields(draft.id)).toEqual(values);
  });

  it('crashes no process and leaves nothing half done when it drops all connections', async () => {
    const databaseUrl = await newDatabase();
    const { store, lines } = await storeOf(databaseUrl);
    const cut = () =>
      ask(
        inject('postgres')?.url ?? '',
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(databaseUrl)}'`,
      );
    for (let round = 0; round < 5; round += 1) {
      const { id, submitKey } = await readyDraft(store);
      const works = Array.from({ length: 10 }, () => store.applications.submit(id, submitKey, values));
      await Promise.all([Promise.allSettled(works), cut()]);
      const receipt = await untilDone(() => store.applications.submit(id, submitKey, values));
      expect(receipt).toHaveProperty('reference');
    }
    const sent = await untilDone(() => store.applications.list());
    expect(sent.map(({ files }) => files)).toEqual([1, 1, 1, 1, 1]);
    await cut();
    await until('the loss of an idle connection is logged', () => lines.length > 0);
  });
});

describe('read-only PostgreSQL', () => {
  it('rejects writes and accepts them over new connections after recovery', async () => {
    const databaseUrl = await newDatabase();
    const alter = (setting: string) =>
      ask(inject('postgres')?.url ?? '', `alter database ${nameOf(databaseUrl)} ${setting}`);
    const { store } = await storeOf(databaseUrl);
    const draft = await newDraft(store);
    await alter('set default_transaction_read_only = on');
    const { store: late } = await storeOf(databaseUrl);
    expect(await late.drafts.get(draft.id)).toEqual(draft);
    await expect(late.drafts.saveFields(draft.id, values)).rejects.toThrow('read-only');
    await alter('reset default_transaction_read_only');
    expect(await late.drafts.saveFields(draft.id, values)).toEqual([]);
  });
});

describe('locked row', () => {
  it('is waited for within the timeout and usable after its release', async () => {
    const databaseUrl = await newDatabase();
    const { store } = await storeOf(databaseUrl);
    const db = await testDatabase({ dataDir: '', databaseUrl });
    const { id } = await newDraft(store);
    const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = db.transaction().execute(async (tx) => {
      await sql`select from drafts for update`.execute(tx);
      held.resolve();
      await end.promise;
    });
    await held.promise;
    expect(await refusedAfter(store.drafts.saveFields(id, values))).toBeLessThan(4 * WAIT_MS);
    expect(await store.drafts.get(id)).toMatchObject({ id });
    end.resolve();
    await holding;
    expect(await store.drafts.saveFields(id, values)).toEqual([]);
  });
});
