import { createHmac } from 'node:crypto';
import { ipKeyGenerator } from 'express-rate-limit';

/** The key that limits count a visitor by: the address, or the network of an IPv6 one, where each house has many. */
export const addressKey = (ip: string | undefined): string => ipKeyGenerator(ip ?? '');

/** The same, unreadable without the secret: no address is kept. */
export const addressHash = (ip: string | undefined, secret: string): string =>
  createHmac('sha256', secret)
    .update(`address ${addressKey(ip)}`)
    .digest('base64url');
