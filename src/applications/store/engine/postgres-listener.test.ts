import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { runSql } from '../../../../test/support/postgres.ts';
import { until } from '../../../../test/support/until.ts';
import { openStore } from '../index.ts';
import { cuttableProxy } from '../testing/cuttable-proxy.ts';
import { newDatabase, temporaryFolder } from '../testing/index.ts';
import { startListener } from './postgres-listener.ts';

/** Returns the announce function of another machine. */
async function announcer(databaseUrl: string) {
  const store = await openStore(await temporaryFolder(), undefined, { databaseUrl });
  onTestFinished(() => store.close());
  return store.announcements.announce;
}

/** Starts a listening machine. Returns the texts it receives. */
async function listener(url: string) {
  const received: string[] = [];
  const [onListening, info, warn] = [vi.fn(), vi.fn(), vi.fn()];
  const stop = startListener(url, {
    channel: 'plinth_content',
    onText: (text) => void received.push(text),
    onListening,
    log: { info, warn },
    pingIntervalMs: 200,
    waitMs: 1000,
  });
  onTestFinished(stop);
  const connections = (times: number) =>
    until(`it listens for the ${times}. time`, () => onListening.mock.calls.length === times);
  await connections(1);
  return { received, connections, info, warn, stop };
}

it('sends unchanged announcements in order to every machine that shares the database', async () => {
  const [url, other] = [await newDatabase(), await newDatabase()];
  const announce = await announcer(url);
  const machines = [await listener(url), await listener(url)];
  await (await announcer(other))('theirs');
  const texts = ['{"id":"1"}', 'it\'s 远山 \\ "', 'x'.repeat(7900)];
  for (const text of texts) await announce(text);
  for (const { received } of machines) await vi.waitFor(() => expect(received).toEqual(texts));
  await expect(announce('x'.repeat(8000))).rejects.toThrow('payload string too long');
});

it('reconnects the PostgreSQL listener after each lost connection', async () => {
  const url = await newDatabase();
  const announce = await announcer(url);
  const { received, connections, info, warn } = await listener(url);
  const all = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}'`;
  for (let times = 1; times <= 2; times += 1) {
    await runSql(inject('postgres')?.url ?? '', all);
    await connections(times + 1);
    await vi.waitFor(() => announce(`after ${times}`), { timeout: 5000 });
    await vi.waitFor(() => expect(received.at(-1)).toBe(`after ${times}`));
    expect(warn).toHaveBeenCalledTimes(times);
    expect(info).toHaveBeenCalledTimes(times);
  }
});

it('reconnects the PostgreSQL listener when the server stops responding', async () => {
  const url = await newDatabase();
  const proxy = await cuttableProxy();
  const announce = await announcer(url);
  const { received, connections, warn, stop } = await listener(proxy.through(url));
  proxy.cut(true);
  await until('the silence is noticed', () => warn.mock.calls.length === 1);
  proxy.cut(false);
  await connections(2);
  await announce('received again');
  await vi.waitFor(() => expect(received).toEqual(['received again']));
  proxy.cut(true);
  const startedAt = performance.now();
  await stop();
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
