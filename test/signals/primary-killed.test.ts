/** @module-tag matrix */
import { expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { ownSignalSite, timesLogged, workersOf } from './signal-site.ts';

it.each([false, true])(
  'the workers end if the primary is killed (while they drain: %s)',
  async (isDraining) => {
    await using site = await ownSignalSite();
    expect(workersOf(site)).toHaveLength(2);
    if (isDraining) {
      process.kill(site.pid, 'SIGTERM');
      await until('it drains', () => timesLogged(site, 'draining') === 1);
    }
    process.kill(site.pid, 'SIGKILL');
    expect((await site.ended).signal).toBe('SIGKILL');
    expect(timesLogged(site, 'unexpected error: the process exits')).toBe(0);
  },
);
