import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Failure } from '../lib/failures.ts';

/** IPv6 ranges that contain an IPv4 address in the last four bytes: mapped and well-known NAT64. */
const HOLD_IPV4 = ['::ffff:0:0/96', '64:ff9b::/96'].map((range) => ipaddr.IPv6.parseCIDR(range));
const IPV4_BYTES = 4;

/** All other IPv6 addresses are private, special or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (HOLD_IPV4.some((range) => parsed.match(range)))
    return new ipaddr.IPv4(parsed.toByteArray().slice(-IPV4_BYTES)).range() === 'unicast';
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST);
}

/**
 * DNS lookup of a connection that returns public addresses only. `onNone` receives a name that has none.
 */
export const publicLookup =
  (onNone: (hostname: string) => void): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = found.filter(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (!first) {
        onNone(hostname);
        return callback(new Failure('refusedAsset', { detail: `${hostname} has no public address` }), []);
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
