import { expect, it } from 'vitest';
import { locationIn, NOW, newDraft, storeAt, temporaryFolder, testDatabase } from '../testing/index.ts';
import { findSharedAddress } from './shared-address.ts';

/** Creates drafts of these client addresses, oldest first, and examines them. */
async function examine(addresses: string[]) {
  const location = await locationIn(await temporaryFolder());
  const store = await storeAt(location);
  for (const [at, addressHash] of addresses.entries()) await newDraft(store, NOW + at, { addressHash });
  return findSharedAddress(await testDatabase(location));
}

const others = (count: number) => Array.from({ length: count }, (_, at) => `address ${at}`);
const proxy = (count: number) => Array.from({ length: count }, () => 'proxy');

it('finds the majority of the latest drafts that come from one client address', async () => {
  expect(await examine([...others(20), ...proxy(51), ...others(49)])).toEqual({ drafts: 100, fromOne: 51 });
});

it.each([
  ['half of the latest drafts come from one address', [...proxy(20), ...others(50), ...proxy(50)]],
  ['there are few drafts', proxy(49)],
])('finds no shared address if %s', async (_what, addresses) => {
  expect(await examine(addresses)).toBeUndefined();
});
