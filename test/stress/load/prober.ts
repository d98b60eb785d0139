import { setTimeout as wait } from 'node:timers/promises';
import { replyToParent } from '../../support/child-process.ts';
import { startCrowd } from '../../support/crowd.ts';
import { rawRequest } from '../../support/raw-request.ts';
import type { Measured } from './pages.ts';

/** Number of visitors who read page after page. A separate process does not distort the site's figures. */
const CONNECTIONS = 4;
const PAUSE_MS = 10;
const TIMEOUT_MS = 20_000;
const PAGES = ['/', '/en', '/en/about-us', '/en/news'];

const port = Number(new URL(process.argv[2] ?? '').port);
let measured: Measured = { times: [], failures: 0 };

startCrowd(CONNECTIONS, async (turn, { number, agent }) => {
  const startedAt = performance.now();
  const asked = rawRequest(port, PAGES[(number + turn) % PAGES.length] ?? '/', {
    agent,
    timeoutMs: TIMEOUT_MS,
  });
  const isPage = await asked.then(({ status }) => status === 200).catch(() => false);
  measured.times.push(performance.now() - startedAt);
  if (!isPage) measured.failures += 1;
  await wait(PAUSE_MS);
});

replyToParent(() => {
  const since = measured;
  measured = { times: [], failures: 0 };
  return since;
});
