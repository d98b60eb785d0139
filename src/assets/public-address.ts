import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Failure } from '../lib/failures.ts';

/** IPv6 addresses that stand for an IPv4 one, in their last four bytes: mapped ones, and those of the well-known NAT64. */
const HOLD_IPV4 = ['::ffff:0:0/96', '64:ff9b::/96'].map((range) => ipaddr.IPv6.parseCIDR(range));
const IPV4_BYTES = 4;

/** What is given out to hosts of the public Internet; all else of IPv6 is private, special or not given out yet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is one of the public Internet: neither private nor loopback, nor of any other special use. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (HOLD_IPV4.some((range) => parsed.match(range)))
    return new ipaddr.IPv4(parsed.toByteArray().slice(-IPV4_BYTES)).range() === 'unicast';
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST);
}

/**
 * The look-up of a connection, which then goes to one of these addresses and asks for no others. Those that are not
 * public are left out; `onNone` is told of a name that has no other.
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
