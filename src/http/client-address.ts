import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';
import ipaddr from 'ipaddr.js';

/** An address as gateways write it: `ip`, `ip:port`, `[ipv6]` or `[ipv6]:port`. */
const WITH_PORT = /^(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:]*))(?::\d+)?$/u;

/** The bare address of a client, without port and zone, IPv4 also when it is mapped into IPv6. Empty for anything else. */
export function clientAddress(ip = ''): string {
  const { bracketed, plain } = WITH_PORT.exec(ip.trim())?.groups ?? {};
  const [address = ''] = (bracketed ?? plain ?? ip).trim().split('%');
  return isIP(address) ? ipaddr.process(address).toString() : '';
}

/** The key that limits count a client by: the address, or the network of an IPv6 one, where each house has many. */
export const addressKey = (ip: string | undefined): string => ipKeyGenerator(clientAddress(ip));

/** The same, unreadable without the secret: no address is kept. */
export const addressHash = (ip: string | undefined, secret: string): string =>
  createHmac('sha256', secret)
    .update(`address ${addressKey(ip)}`)
    .digest('base64url');
