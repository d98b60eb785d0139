import { expect, it } from 'vitest';
import { looking } from './looking.ts';

const LOOKS = 40;

it('looking at the form leaves no row, and keeps nobody from it', async () => {
  const { faults, statuses } = await looking(1, LOOKS);
  expect(faults).toEqual([]);
  expect(statuses).toMatchObject({ 'form 200': LOOKS, 'sound 200': LOOKS });
});
