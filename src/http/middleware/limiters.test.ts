import { expect, it } from 'vitest';
import { ADDRESS_QUOTAS } from '../../form/rules/limits.ts';
import { addressKey, clientAddress, createQuotas } from './limiters.ts';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:443', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[fe80::1%25eth0]:443', 'fe80::1'],
])('reads %s as the address %s', (sent, address) => {
  expect(clientAddress(sent)).toBe(address);
});

it.each([undefined, '', 'unknown', '999.1.1.1', '192.0.2.1:x', '[x]:1', '1'.repeat(10_000)])(
  'counts requests from %s, which is no address, as one client',
  (sent) => {
    expect(clientAddress(sent)).toBe('');
    expect(addressKey(sent)).toBe(addressKey('unknown'));
  },
);

it('counts all ports of an IPv4 address and all addresses of an IPv6 network as one client', () => {
  expect(addressKey('192.0.2.1:1')).toBe(addressKey('192.0.2.1:2'));
  expect(addressKey('[2001:db8::1]:1')).toBe(addressKey('2001:db8::2'));
  expect(addressKey('192.0.2.1')).not.toBe(addressKey('192.0.2.2'));
});

it('counts quotas of an IPv6 address by /56 and, with a larger quota, by /48', () => {
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
