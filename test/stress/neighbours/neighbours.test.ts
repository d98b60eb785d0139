/** @module-tag matrix */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startChild } from '../../support/child-process.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { startThrottledProxy } from '../../support/throttled-proxy.ts';
import { scaled, TIMEOUT_MS, usesPostgresS3 } from '../scale.ts';
import { startTestStore } from '../test-store.ts';
import { judge, type Sent } from '../visits.ts';
import { attacks } from './attacks.ts';
import { applyPlainly, applyWithScripts, type Journey } from './neighbour.ts';

const SIZE = scaled(
  { fileBytes: 600_000, bytesPerSecond: 300_000, chunkMs: 300, leadMs: 1500, durationMs: 8000 },
  { fileBytes: 3_000_000, bytesPerSecond: 150_000, chunkMs: 1500, leadMs: 20_000, durationMs: 60_000 },
);
/** `npm run test:full` runs every fourth attack. */
const names = Object.keys(attacks).filter((_name, at) => at % scaled(4, 1) === 0);
/** A neighbour may wait this much longer than on an idle site. */
const MAX_DELAY_MS = 6000;

/** Applies on a slow line and returns how long it took. */
async function timed(port: number, journey: Journey) {
  const line = await startThrottledProxy({ port, bytesPerSecond: SIZE.bytesPerSecond });
  const startedAt = performance.now();
  try {
    const sent = await journey(Number(new URL(line.base).port), SIZE.fileBytes, SIZE.chunkMs);
    return { sent, ms: performance.now() - startedAt };
  } finally {
    line.stop();
  }
}

const applyBoth = (port: number) => Promise.all([timed(port, applyPlainly), timed(port, applyWithScripts)]);

it.each(names)('a visitor who %s does not hinder a neighbour', { timeout: TIMEOUT_MS }, async (name) => {
  await using stack = new AsyncDisposableStack();
  const { place, environment } = await startTestStore(stack, usesPostgresS3);
  const limits = { CAPTCHA_TEST_ANSWER: TEST_ANSWER, LOG_LEVEL: 'error' };
  await using site = await startDemoSite({ environment: { ...limits, ...environment } });
  const idle = await applyBoth(site.port);
  await using attacker = startChild(path.join(import.meta.dirname, 'attacker.ts'));
  const attack = attacker.request({ name, port: site.port, durationMs: SIZE.durationMs });
  // A failed test kills the attacker before it replies.
  attack.catch(() => undefined);
  await wait(SIZE.leadMs);
  const attacked = await applyBoth(site.port);
  await attack;
  const delays = attacked.map(({ ms }, at) => ms - (idle[at]?.ms ?? 0));
  console.log(`${name}: ${delays.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')} longer`);
  expect(Math.max(...delays)).toBeLessThan(MAX_DELAY_MS);
  const sent: Sent[] = [...idle, ...attacked].map((one) => one.sent);
  expect((await judge(place, sent)).faults).toEqual([]);
});
