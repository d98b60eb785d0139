import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { type DemoSite, startDemoSite } from '../support/demo-site.ts';
import { startFakeS3 } from '../support/fake-s3.ts';
import { DEMO_FORM, TEST_SETTINGS } from '../support/form-client.ts';
import { freePort } from '../support/listen.ts';
import { startPostgres } from '../support/postgres.ts';
import { serversOf } from '../support/store-environment.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { configureNginx, startNginx } from './nginx.ts';

/** `npm run stress -- deploy ROUNDS`: two machines behind the nginx of `src/deploy`, restarted one after the other under load. */
const [rounds = 3] = process.argv.slice(2).map(Number);

const READERS = 8;
/** One second more than `fail_timeout` in nginx.conf. */
const REST_MS = 6000;
/** Around the keep-alive times of nginx and of the site. */
const IDLE_MS = [3500, 4500, 5500, 6500];
const PAGES = ['/', '/en', '/en/about-us', '/news', '/search?keyword=bridge'];

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

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
const send = (method: string, path: string, body = ''): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = {
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': body.length,
    };
    const options = { host: '127.0.0.1', port: nginx.port, path, method, agent, headers };
    const sent = request(options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end(body);
  });

let isOver = false;
const counts = { reads: 0, posts: 0 };
const faults: string[] = [];
async function note(what: string, expected: number, sent: Promise<number>): Promise<void> {
  const status = await sent.catch((error: Error) => error.message);
  if (status !== expected) faults.push(`${what}: ${status}`);
}
const readers = Array.from({ length: READERS }, async (_, reader) => {
  for (let turn = reader; !isOver; turn += 1) {
    const page = PAGES[turn % PAGES.length] ?? '/';
    await note(`GET ${page}`, 200, send('GET', page));
    counts.reads += 1;
  }
});
const posters = IDLE_MS.map(async (idleMs) => {
  while (!isOver) {
    await wait(idleMs);
    await note(`POST after ${idleMs} ms`, 422, send('POST', DEMO_FORM, 'action=submit'));
    counts.posts += 1;
  }
});
const startedAt = performance.now();
for (let round = 0; round < rounds; round += 1)
  for (const [index, port] of ports.entries()) {
    const old = machines[index];
    if (!old) continue;
    process.kill(old.pid, 'SIGTERM');
    const { code } = await old.ended;
    if (code !== 0) faults.push(`a machine ended with ${code}`);
    await old.stop();
    machines[index] = await startDemoSite({ port, environment });
    await wait(REST_MS);
  }
isOver = true;
await Promise.all([...readers, ...posters]);
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(JSON.stringify({ rounds, seconds, ...counts, faults }, null, 2));
process.exitCode = faults.length > 0 ? 1 : 0;
