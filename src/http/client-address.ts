import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';
import ipaddr from 'ipaddr.js';

/** An address as gateways write it: `ip`, `ip:port`, `[ipv6]` or `[ipv6]:port`. */
const WITH_PORT = /^(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:]*))(?::\d+)?$/u;

/** IP address of a client without port and zone; an IPv4 address mapped into IPv6 as IPv4. Empty if it is no IP address. */
export function clientAddress(ip = ''): string {
  const { bracketed, plain } = WITH_PORT.exec(ip.trim())?.groups ?? {};
  const [address = ''] = (bracketed ?? plain ?? ip).trim().split('%');
  return isIP(address) ? ipaddr.process(address).toString() : '';
}

/** Key for limits by address: the IPv4 address, or the IPv6 network, because one household has many IPv6 addresses. */
export const addressKey = (ip: string | undefined): string => ipKeyGenerator(clientAddress(ip));

/** Keyed hash of it, so that no address is stored. */
export const addressHash = (ip: string | undefined, secret: string): string =>
  createHmac('sha256', secret)
    .update(`address ${addressKey(ip)}`)
    .digest('base64url');
