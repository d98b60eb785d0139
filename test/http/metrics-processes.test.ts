/** @module-tag matrix */
import { expect, it } from 'vitest';
import { startDemoSite } from '../support/demo-site.ts';
import { rawRequest } from '../support/raw-request.ts';
import { until } from '../support/until.ts';

const VISITS = 20;

it('/metrics adds up the figures of all workers', async () => {
  await using site = await startDemoSite({ environment: { WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' } });
  await until('all workers listen', () => site.stdout.some((line) => line.includes('"msg":"listening on ')));
  for (let count = 0; count < VISITS; count += 1)
    expect((await rawRequest(site.port, '/en')).status).toBe(200);
  const name = 'plinth_requests_total{kind="home",method="read",status="2xx"}';
  for (const _time of [1, 2, 3, 4])
    expect((await rawRequest(site.port, '/metrics')).text).toContain(`${name} ${VISITS}\n`);
});
