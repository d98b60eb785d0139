import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { ask } from '../../../test/support/postgres.ts';
import { until } from '../../../test/support/until.ts';
import { openStore } from '../index.ts';
import { cuttableProxy } from '../testing/cuttable-proxy.ts';
import { newDatabase, temporaryFolder } from '../testing/index.ts';
import { startListener } from './postgres-listener.ts';

const CHANNEL = 'plinth_content';
const PING_INTERVAL_MS = 200;
const WAIT_MS = 1000;

/** The announce function of another machine. */
async function announcer(databaseUrl: string) {
  const store = await openStore(await temporaryFolder(), undefined, { databaseUrl });
  onTestFinished(() => store.close());
  return store.announcements.announce;
}

/** A listening machine and the texts it received. */
async function listener(url: string) {
  const received: string[] = [];
  const [onListening, info, warn] = [vi.fn(), vi.fn(), vi.fn()];
  const stop = startListener(url, {
    channel: CHANNEL,
    onText: (text) => void received.push(text),
    onListening,
    log: { info, warn },
    pingIntervalMs: PING_INTERVAL_MS,
    waitMs: WAIT_MS,
  });
  onTestFinished(stop);
  const connections = (times: number) =>
    until(`it listens for the ${times}. time`, () => onListening.mock.calls.length === times);
  await connections(1);
  return { received, connections, onListening, info, warn, stop };
}

const cut = (url: string) =>
  ask(
    inject('postgres')?.url ?? '',
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}'`,
  );

describe('announcement', () => {
  it('reaches every listening machine, in order and unchanged', async () => {
    const url = await newDatabase();
    const announce = await announcer(url);
    const machines = [await listener(url), await listener(url)];
    const texts = ['{"id":"1"}', 'it\'s 远山 \\ "', 'x'.repeat(7900)];
    for (const text of texts) await announce(text);
    for (const { received } of machines) await vi.waitFor(() => expect(received).toEqual(texts));
  });

  it('does not reach other databases', async () => {
    const [url, other] = [await newDatabase(), await newDatabase()];
    const { received } = await listener(url);
    await (await announcer(other))('theirs');
    await (await announcer(url))('ours');
    await vi.waitFor(() => expect(received).toEqual(['ours']));
  });

  it('is rejected if too long', async () => {
    const announce = await announcer(await newDatabase());
    await expect(announce('x'.repeat(8000))).rejects.toThrow('payload string too long');
  });
});

describe('listening connection', () => {
  it('reconnects after each loss and logs it', async () => {
    const url = await newDatabase();
    const announce = await announcer(url);
    const { received, connections, info, warn } = await listener(url);
    for (let times = 1; times <= 3; times += 1) {
      await cut(url);
      await connections(times + 1);
      await vi.waitFor(() => announce(`after ${times}`), { timeout: 5000 });
      await vi.waitFor(() => expect(received.at(-1)).toBe(`after ${times}`));
      expect(warn).toHaveBeenCalledTimes(times);
      expect(info).toHaveBeenCalledTimes(times);
    }
  });

  it('detects a silent server and reconnects', async () => {
    const url = await newDatabase();
    const way = await cuttableProxy();
    const announce = await announcer(url);
    const { received, connections, warn } = await listener(way.through(url));
    way.cut(true);
    await until('the silence is noticed', () => warn.mock.calls.length === 1);
    way.cut(false);
    await connections(2);
    await announce('received again');
    await vi.waitFor(() => expect(received).toEqual(['received again']));
  });

  it('stops immediately, even if its server is silent', async () => {
    const way = await cuttableProxy();
    const { stop } = await listener(way.through(await newDatabase()));
    way.cut(true);
    const startedAt = performance.now();
    await stop();
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
