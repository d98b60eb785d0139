import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type DemoSite, startDemoSite } from '../support/demo-site.ts';
import { startFakeS3 } from '../support/fake-s3.ts';
import { TEST_SETTINGS } from '../support/form-client.ts';
import { freePort } from '../support/listen.ts';
import { startPostgres } from '../support/postgres.ts';
import { serversOf } from '../support/store-environment.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { configureNginx, startNginx } from './nginx.ts';
import { restartUnderLoad } from './restarts.ts';
import { startVisitors } from './visitors.ts';

/**
 * `npm run stress -- deploy ROUNDS RESTARTS` restarts two machines behind the nginx of `src/deploy` in turn under load, then one
 * machine whose socket systemd keeps open.
 */
const [rounds = 3, restarts = 20] = process.argv.slice(2).map(Number);

/** One second more than `fail_timeout` in nginx.conf. */
const REST_MS = 6000;

async function rollMachines(): Promise<{ faults: string[] }> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder('rolling'));
  const postgres = await startPostgres();
  stack.defer(() => postgres.stop());
  const s3 = await startFakeS3();
  stack.defer(() => s3.close());
  const ports = [await freePort(), await freePort()];
  const nginx = await configureNginx(folder.path, ports);
  const environment = {
    ...TEST_SETTINGS,
    SITE_URL: `https://127.0.0.1:${nginx.port}`,
    TRUST_PROXY: '1',
    SESSION_SECRET: randomBytes(16).toString('hex'),
    ...serversOf({ databaseUrl: await postgres.createDatabase('rolling'), s3: s3.settings('rolling/') }),
  };
  const machines: DemoSite[] = [];
  stack.defer(async () => {
    for (const machine of machines) await machine.stop();
  });
  for (const port of ports) machines.push(await startDemoSite({ port, environment }));
  stack.use(await startNginx(nginx));
  const leave = startVisitors(nginx.port);
  const codes: string[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const [index, port] of ports.entries()) {
      const old = machines[index];
      if (!old) continue;
      process.kill(old.pid, 'SIGTERM');
      const { code } = await old.ended;
      if (code !== 0) codes.push(`a machine ended with ${code}`);
      await old.stop();
      machines[index] = await startDemoSite({ port, environment });
      await wait(REST_MS);
    }
  const { faults, ...counts } = await leave();
  return { ...counts, faults: [...codes, ...faults] };
}

const found = {
  machines: await rollMachines(),
  socket: await restartUnderLoad(Array.from({ length: restarts }, () => 'SIGTERM' as const)),
};
console.log(JSON.stringify(found, null, 2));
process.exitCode = found.machines.faults.length + found.socket.faults.length > 0 ? 1 : 0;
