import { expect, it, onTestFinished } from 'vitest';
import { startDemoSite } from '../support/demo-site.ts';
import { rawRequest } from '../support/raw-request.ts';
import { until } from '../support/until.ts';

const VISITS = 20;

it('/metrics sums up the figures of all workers', async () => {
  const site = await startDemoSite({ environment: { WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' } });
  onTestFinished(site.stop);
  await until('all workers listen', () => site.stdout.some((line) => line.includes('"msg":"listening: ')));
  for (let count = 0; count < VISITS; count += 1)
    expect((await rawRequest(site.port, '/en')).status).toBe(200);
  for (let count = 0; count < 4; count += 1)
    expect((await rawRequest(site.port, '/metrics')).text).toContain(
      `plinth_requests_total{kind="home",method="read",status="2xx"} ${VISITS}\n`,
    );
});
