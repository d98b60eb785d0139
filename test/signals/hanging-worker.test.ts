/** @module-tag matrix */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../support/until.ts';
import { startNewConnections } from './new-connections.ts';
import { LOOP, startSignalSite, timesLogged, workersOf } from './signal-site.ts';

/** What the site promises, and what a busy machine may add to it. */
const NOTICED_MS = 10_000;
const BUSY_MS = 2000;

/** An answer that takes longer has waited for the worker that hangs. */
const WAITED_MS = 5000;

/** After which a signal has come: a connection from before it may be one that the worker has already. */
const HUNG_MS = 500;

const WORKERS = 2;

const HANGS = [
  ['is stopped', 'SIGSTOP'],
  ['runs in an endless loop', LOOP],
] as const;

/** Makes one of two workers hang while visitors come on new connections, until another stands in its place. */
async function hang(signal: NodeJS.Signals) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-hang-'));
  const site = await startSignalSite(dataDir, WORKERS);
  onTestFinished(async () => {
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const ready = () => timesLogged(site, 'content is available');
  await until('all are ready', () => ready() === WORKERS);
  const [victim = 0] = workersOf(site);
  process.kill(victim, signal);
  const hungAt = Date.now();
  await wait(HUNG_MS);
  const stop = startNewConnections(site.port);
  await until('it is gone', () => !workersOf(site).includes(victim));
  const noticedMs = Date.now() - hungAt;
  await until('another is there', () => workersOf(site).length === WORKERS);
  await until('it is ready', () => ready() === WORKERS + 1);
  const asked = await stop();
  expect(timesLogged(site, 'a worker hangs and is killed')).toBe(1);
  expect(noticedMs).toBeLessThan(NOTICED_MS + BUSY_MS);
  return asked;
}

it.each(HANGS)(
  'a worker that %s is killed within ten seconds, while another answers new connections',
  async (_, signal) => {
    const asked = await hang(signal);
    expect(asked.filter(({ came }) => came !== '200')).toEqual([]);
    expect(asked.filter(({ ms }) => ms > WAITED_MS)).toEqual([]);
  },
);
