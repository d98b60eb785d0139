/** @module-tag matrix */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';
import { until } from '../support/until.ts';
import { LOOP, ownSignalSite, timesLogged, workersOf } from './signal-site.ts';

/** The promised time, and an allowance for a busy machine. */
const NOTICED_MS = 10_000;
const BUSY_MS = 2000;
/** A slower response has waited for the hanging worker. */
const WAITED_MS = 5000;
/** By then the signal has arrived. */
const HUNG_MS = 500;
const PAUSE_MS = 50;

it.each([
  ['is stopped', 'SIGSTOP'],
  ['runs in an endless loop', LOOP],
] as const)(
  'a worker that %s is killed within ten seconds, while another answers new connections',
  async (_, signal) => {
    await using site = await ownSignalSite();
    const ready = () => timesLogged(site, 'content is available');
    await until('all are ready', () => ready() === 2);
    const [victim = 0] = workersOf(site);
    process.kill(victim, signal);
    const hungAt = Date.now();
    await wait(HUNG_MS);
    const requests: Promise<{ status: number; ms: number }>[] = [];
    const visit = setInterval(() => {
      const startedAt = performance.now();
      const answer = rawRequest(site.port, '/healthz').then(
        ({ status }) => status,
        () => 0,
      );
      requests.push(answer.then((status) => ({ status, ms: performance.now() - startedAt })));
    }, PAUSE_MS);
    await until('it is gone', () => !workersOf(site).includes(victim));
    const noticedMs = Date.now() - hungAt;
    await until('another is ready', () => workersOf(site).length === 2 && ready() === 3);
    clearInterval(visit);
    expect(timesLogged(site, 'a worker hangs and is killed')).toBe(1);
    expect(noticedMs).toBeLessThan(NOTICED_MS + BUSY_MS);
    expect(
      (await Promise.all(requests)).filter(({ status, ms }) => status !== 200 || ms > WAITED_MS),
    ).toEqual([]);
  },
);
