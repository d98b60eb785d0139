import { expect, it } from 'vitest';
import { addressKey } from './rate-limits.ts';

it.each([
  ['192.0.2.1:443', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
  ['2001:DB8:0:0::1', '2001:db8::/56'],
  ['[2001:db8::2]:443', '2001:db8::/56'],
  ['192.0.2.1:x', ''],
  [undefined, ''],
])('counts requests from %s for the address %j', (sent, key) => {
  expect(addressKey(sent)).toBe(key);
});
