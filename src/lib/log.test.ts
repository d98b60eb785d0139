import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openLog } from './log.ts';

it('does not throw if the log disk is full', async () => {
  const full = await open('/dev/full', constants.O_WRONLY);
  onTestFinished(() => full.close());
  const log = await openLog('info', full.fd);
  for (let count = 0; count < 3; count += 1) {
    expect(() => log.info('request')).not.toThrow();
    await nextTurn();
  }
});
