import path from 'node:path';
import { startDemoSite } from '../support/demo-site.ts';
import { TEST_SETTINGS } from '../support/form-client.ts';
import { freePort } from '../support/listen.ts';
import { childrenOf } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { configureNginx, need, startNginx } from './nginx.ts';
import { startVisitors } from './visitors.ts';

const WATCHDOG_S = 3;
/** A shutdown takes at least five seconds. */
const RESTART_TIMEOUT_MS = 60_000;

/** Sends signals in turn to a loaded site behind nginx, which a fake systemd restarts. */
export async function restartUnderLoad(signals: readonly NodeJS.Signals[]) {
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
    await until(
      `the site is replaced after ${signal}`,
      () => childrenOf(site.pid).some((pid) => pid !== old),
      { timeoutMs: RESTART_TIMEOUT_MS, pauseMs: 50 },
    );
    await until('it responds', () =>
      fetch(`${site.base}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }
  return await leave();
}
