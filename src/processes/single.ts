import { once } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createSite } from '../site.ts';
import { boundHeapGrowth } from './heap-growth.ts';
import { prepare } from './prepare.ts';
import { onSignals } from './signals.ts';

/** In a turn of the event loop as short as this, in milliseconds, hardly anybody connects unseen. */
const SHORT_TURN_MS = 0.2;
/** A busy site is closed after this many turns, even if connections still come. */
const MAX_TURNS = 5000;

/** Runs the site in this process alone, without a primary. Resolves when it listens. */
export async function run(settings: Config, log: Logger): Promise<void> {
  let site: Awaited<ReturnType<typeof createSite>> | undefined;
  onSignals({
    log,
    roll: () => log.warn('SIGHUP is ignored: a rolling restart needs WEB_CONCURRENCY of 2 or more'),
    drain: async (isHurried) => site && Promise.all([site.drain(isHurried), closePort(site.server)]),
    kill: () => undefined,
  });
  const baseUrl = await prepare(settings, log);
  site = await createSite(settings, { baseUrl, log, isHousekeeper: true });
  site.server.listen(settings.port, settings.host);
  await once(site.server, 'listening');
  void site.services.readiness.ready.then(boundHeapGrowth);
}

/**
 * Closes the port after a short turn of the event loop in which nobody came: a close cuts the connections that the kernel
 * still holds, and at that moment it hardly holds one.
 */
async function closePort(server: Server): Promise<void> {
  let came = false;
  server.on('connection', () => {
    came = true;
  });
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    came = false;
    const begunAt = performance.now();
    await turn();
    if (!came && turns > 0 && performance.now() - begunAt < SHORT_TURN_MS) break;
  }
  server.close();
}
