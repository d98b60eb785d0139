/** @module-tag matrix */
import { expect, it } from 'vitest';
import { startUnderAttack } from './support/under-attack.ts';
import { wildRequests } from './wild-requests.ts';

const REQUESTS = 1000;
const SEED = 20_261_121;

it('strange requests get valid responses and do not change the site', async () => {
  const attacked = await startUnderAttack();
  try {
    const { seen, unfair } = await wildRequests(attacked.port, REQUESTS, SEED);
    expect(unfair).toEqual([]);
    expect(Object.keys(seen)).toEqual(expect.arrayContaining(['200', '400', '404', '405', '422']));
    expect(await attacked.changes()).toEqual([]);
  } finally {
    await attacked.close();
  }
});
