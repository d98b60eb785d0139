import { expect, it } from 'vitest';
import { ADDRESS_QUOTAS } from '../../applications/rules/limits.ts';
import { addressKey, createQuotas } from './limiters.ts';

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

it('counts quotas of an IPv6 address by /56 and /48', () => {
  const { ofAddress } = createQuotas({ secret: 'secret', rateLimitPerMinute: 60 });
  const { max, perNetwork } = ADDRESS_QUOTAS.drafts;
  const own = ofAddress('drafts', '2001:db8:1:0::1');
  const neighbour = ofAddress('drafts', '2001:db8:1:ff00::1');
  expect(own.map((quota) => quota.max)).toEqual([max, perNetwork]);
  expect(perNetwork).toBeGreaterThan(max);
  expect(own[0]?.key).not.toBe(neighbour[0]?.key);
  expect(own[1]?.key).toBe(neighbour[1]?.key);
  expect(own[1]?.key).not.toBe(ofAddress('drafts', '2001:db8:2::1')[1]?.key);
  expect(ofAddress('drafts', '192.0.2.1')).toHaveLength(1);
});
