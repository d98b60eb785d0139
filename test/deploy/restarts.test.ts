/** @module-tag matrix */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { scaled, TIMEOUT_MS } from '../stress/scale.ts';
import { startTestStore } from '../stress/test-store.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { TEST_SETTINGS } from '../support/form-client.ts';
import { freePort } from '../support/listen.ts';
import { childrenOf } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { configureNginx, need, startNginx } from './nginx.ts';
import { startVisitors } from './visitors.ts';

const ROUNDS = scaled(1, 3);
const RESTARTS = scaled(2, 20);
/** One second more than `fail_timeout` in nginx.conf. */
const PAUSE_MS = 6000;
const WATCHDOG_S = 3;

it('two machines behind nginx restart in turn without a failed request', {
  timeout: TIMEOUT_MS,
}, async () => {
  await using stack = new AsyncDisposableStack();
  const { place, environment: store } = await startTestStore(stack, true);
  const ports = [await freePort(), await freePort()];
  const nginx = await configureNginx(place.dataDir, ports);
  const { DATA_DIR: _own, ...shared } = store;
  const environment = {
    ...TEST_SETTINGS,
    ...shared,
    SITE_URL: `https://127.0.0.1:${nginx.port}`,
    TRUST_PROXY: '1',
  };
  const start = (port: number) => startDemoSite({ port, environment });
  const machines = await Promise.all(ports.map(start));
  stack.defer(async () => void (await Promise.all(machines.map((machine) => machine.stop()))));
  stack.use(await startNginx(nginx));
  const leave = startVisitors(nginx.port);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, machine] of [...machines].entries()) {
      process.kill(machine.pid, 'SIGTERM');
      expect(await machine.ended).toMatchObject({ code: 0 });
      await machine.stop();
      machines[index] = await start(machine.port);
      await wait(PAUSE_MS);
    }
  expect(await leave()).toMatchObject({ faults: [] });
});

/** Sends signals in turn to a loaded site behind nginx, which a fake systemd restarts. */
async function restartUnderLoad(signals: readonly NodeJS.Signals[]) {
  need('perl', 'perl-base');
  need('systemd-notify', 'systemd');
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder('restarts')).path;
  const port = await freePort();
  const nginx = await configureNginx(folder, [port]);
  const systemd = path.join(import.meta.dirname, 'fake-systemd.pl');
  const site = stack.use(
    await startDemoSite({
      port,
      supervisor: ['perl', systemd, `${port}`, `${WATCHDOG_S}`, path.join(folder, 'notify')],
      environment: { ...TEST_SETTINGS, SITE_URL: `https://127.0.0.1:${nginx.port}`, TRUST_PROXY: '1' },
    }),
  );
  stack.use(await startNginx(nginx));
  const leave = startVisitors(nginx.port);
  for (const signal of signals) {
    const [old = 0] = childrenOf(site.pid);
    process.kill(old, signal);
    await until(`the site is replaced after ${signal}`, () =>
      childrenOf(site.pid).some((pid) => pid !== old),
    );
    const isReady = () => fetch(`${site.base}/readyz`).then(({ ok }) => ok);
    await until('it responds', () => isReady().catch(() => false));
  }
  return await leave();
}

it('a site whose socket systemd keeps open restarts under load without a failed request', {
  timeout: TIMEOUT_MS,
}, async () => {
  const signals = Array.from({ length: RESTARTS }, () => 'SIGTERM' as const);
  const { faults, reads, posts } = await restartUnderLoad(signals);
  expect(faults).toEqual([]);
  expect([reads > 100, posts > 4]).toEqual([true, true]);
});

it('the watchdog replaces a hung site', async () => {
  await restartUnderLoad(['SIGSTOP']);
});
