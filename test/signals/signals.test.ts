/** @module-tag matrix */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { signalRounds } from './rounds.ts';
import { ownSignalSite, timesLogged } from './signal-site.ts';

/** An earlier second signal is taken for the first one. */
const RETRY_DELAY_MS = 300;
/** Its first signals come early. */
const SEED = '2';

it('SIGTERM drops no request, and neither it nor kill -9 loses an application', {
  timeout: 240_000,
}, async () => {
  const { faults, acknowledged } = await signalRounds(SEED, 0);
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
});

it('a second SIGTERM ends the site immediately', async () => {
  await using other = await ownSignalSite();
  const held = connect(other.port, '127.0.0.1').on('error', () => undefined);
  held.write('POST /en/work-with-us/application HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n');
  await new Promise((resolve) => held.once('connect', resolve));
  process.kill(other.pid, 'SIGTERM');
  await until('it drains', () => timesLogged(other, 'draining') === 1);
  await wait(RETRY_DELAY_MS);
  process.kill(other.pid, 'SIGTERM');
  expect((await other.ended).code).toBe(1);
  held.destroy();
});
